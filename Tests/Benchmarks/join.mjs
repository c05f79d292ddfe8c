// Joins users, albums and photos, as one would in Node: from a directory or a base URL.
import { readFile } from "node:fs/promises";

const base = process.argv[2];
const get = async (name) =>
  base.startsWith("http")
    ? (await fetch(`${base}/${name}`)).json()
    : JSON.parse(await readFile(`${base}/${name}.json`, "utf8"));
const [users, albums, photos] = await Promise.all(["users", "albums", "photos"].map(get));

const embed = (parents, children, key, name) => {
  const byParent = new Map(parents.map((parent) => [parent.id, (parent[name] = [])]));
  for (const child of children) byParent.get(child[key])?.push(child);
};
embed(albums, photos, "albumId", "photos");
embed(users, albums, "userId", "albums");
process.stdout.write(JSON.stringify(users, null, 2) + "\n");
