"""Writes users.json, albums.json and photos.json as large as the API's, or many times as large.

data.py SCALE DIRECTORY: 10, 100 and 5000 records, each times SCALE; always the same.
"""

import json
import pathlib
import random
import sys

WORDS = (
    "accusamus beatae ad facilis cum similique qui sunt reprehenderit est deserunt velit ipsam "
    "officia porro iure quia iusto non et natus nisi culpa quidem unde illo eveniet eum mollitia"
).split()


def write(directory, scale):
    chance = random.Random(1)

    def words(count):
        return " ".join(chance.choice(WORDS) for _ in range(count))

    def color():
        return f"{chance.randrange(1 << 24):06x}"

    def user(number):
        return {
            "id": number, "name": words(2), "username": words(1), "email": f"{words(1)}@example.com",
            "address": {
                "street": words(2), "suite": "Apt. 556", "city": words(1), "zipcode": "92998-3874",
                "geo": {"lat": "-37.3159", "lng": "81.1496"},
            },
            "phone": "1-770-736-8031 x56442", "website": "example.org",
            "company": {"name": words(2), "catchPhrase": words(4), "bs": words(3)},
        }  # fmt: skip

    def album(number):
        return {"userId": (number - 1) // 10 + 1, "id": number, "title": words(4)}

    def photo(number):
        shade = color()
        return {
            "albumId": (number - 1) // 50 + 1, "id": number, "title": words(chance.randint(2, 10)),
            "url": f"https://picture.example.com/600/{shade}",
            "thumbnailUrl": f"https://picture.example.com/150/{shade}",
        }  # fmt: skip

    pathlib.Path(directory).mkdir(parents=True, exist_ok=True)
    for name, count, record in [("users", 10, user), ("albums", 100, album), ("photos", 5000, photo)]:
        with open(f"{directory}/{name}.json", "w") as file:
            file.write("[\n")
            for number in range(1, count * scale + 1):
                text = json.dumps(record(number), indent=2).replace("\n", "\n  ")
                file.write(f"  {text}{',' if number < count * scale else ''}\n")
            file.write("]")


if __name__ == "__main__":
    write(sys.argv[2], int(sys.argv[1]))
