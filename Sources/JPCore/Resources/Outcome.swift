/// A value or the error of a request: a `Result` whose type the runtime makes without a search for
/// the error's conformance, which takes 16,000 instructions each time.
package enum Outcome<Value: Sendable>: Sendable {
  case success(Value)
  case failure(FetchError)

  package func get() throws(FetchError) -> Value {
    switch self {
    case .success(let value): return value
    case .failure(let error): throw error
    }
  }

  func map<Other>(_ transform: (Value) -> Other) -> Outcome<Other> {
    switch self {
    case .success(let value): .success(transform(value))
    case .failure(let error): .failure(error)
    }
  }

  package var failure: FetchError? {
    if case .failure(let error) = self { error } else { nil }
  }
}
