"""Joins users, albums and photos, as one would in Python: from a directory or a base URL."""

import json
import sys
from concurrent.futures import ThreadPoolExecutor
from urllib.request import Request, urlopen


def get(name):
    base = sys.argv[1]
    if not base.startswith("http"):
        with open(f"{base}/{name}.json", "rb") as file:
            return json.load(file)
    with urlopen(Request(f"{base}/{name}")) as response:
        return json.load(response)


names = ["users", "albums", "photos"]
if sys.argv[1].startswith("http"):
    with ThreadPoolExecutor(3) as pool:
        users, albums, photos = pool.map(get, names)
else:
    users, albums, photos = map(get, names)
for one, many, key in [(albums, photos, "albumId"), (users, albums, "userId")]:
    name = "photos" if many is photos else "albums"
    children = {parent["id"]: [] for parent in one}
    for child in many:
        children[child[key]].append(child)
    for parent in one:
        parent[name] = children[parent["id"]]
# Without white space, which is much faster here.
print(json.dumps(users))
