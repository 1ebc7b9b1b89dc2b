"""Checks JSON files against a JSON Schema of the draft it names: check_schema.py SCHEMA FILE...

Comments in the files are skipped. Exits 0 if all agree, 1 with what does not, 77 where the module
jsonschema is absent or older than the draft.
"""
import json
import re
import sys

try:
    import jsonschema
except ImportError:
    sys.exit(77)

TEXT_OR_COMMENT = re.compile(r'"(?:\\.|[^"\\])*"|//[^\n]*|/\*.*?\*/', re.DOTALL)


def without_comments(text):
    return TEXT_OR_COMMENT.sub(lambda m: m[0] if m[0].startswith('"') else " ", text)


def main(schema_file, files):
    with open(schema_file, encoding="utf-8") as stream:
        schema = json.load(stream)
    checker = jsonschema.validators.validator_for(schema, default=None)
    if checker is None:
        return 77
    checker.check_schema(schema)
    validator = checker(schema)
    wrong = 0
    for name in files:
        with open(name, encoding="utf-8-sig") as stream:
            document = json.loads(without_comments(stream.read()))
        for error in validator.iter_errors(document):
            wrong = 1
            place = "/".join(str(part) for part in error.absolute_path)
            print(f"{name}: /{place}: {error.message[:200]}")
    return wrong


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
