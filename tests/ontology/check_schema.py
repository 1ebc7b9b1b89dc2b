"""Checks JSON files against a JSON Schema (draft 7): check_schema.py SCHEMA FILE...

Exits 0 if all agree, 1 with what does not, 77 where the module jsonschema is absent.
"""
import json
import sys

try:
    import jsonschema
except ImportError:
    sys.exit(77)


def main(schema_file, files):
    with open(schema_file, encoding="utf-8") as stream:
        schema = json.load(stream)
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    wrong = 0
    for name in files:
        with open(name, encoding="utf-8") as stream:
            document = json.load(stream)
        for error in validator.iter_errors(document):
            wrong = 1
            place = "/".join(str(part) for part in error.absolute_path)
            print(f"{name}: /{place}: {error.message[:200]}")
    return wrong


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
