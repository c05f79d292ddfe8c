#if canImport(Testing)
  package import Testing

  extension Trait where Self == TimeLimitTrait {
    /// For every suite, so that a test that doesn't end is named.
    package static var limited: Self { .timeLimit(.minutes(10)) }
  }
#endif
