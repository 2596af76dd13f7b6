/** JSON with everything in it that is hard to say again: odd keys, odd strings, odd numbers, rows that differ. */
import fc from 'fast-check'
import type { JsonValue } from '../../../../src/reduce/content/json/read-json.ts'

const keys = [
  '"id"',
  '"name"',
  '"url"',
  '"user"',
  '"__proto__"',
  '"a.b"',
  '""',
  '"a=b"',
  '"<|>"',
  '"$1"',
  '"\\u00e9"',
  '"{id}"',
]

const scalars = [
  ...['1', '12', '-0', '1.0', '1e5', '123456789012345678901234567890', 'true', 'false', 'null'],
  ...[
    '""',
    '" x"',
    '"x "',
    '"null"',
    '"12"',
    '"-1.50"',
    '"!x"',
    '"=x"',
    '"x=[1"',
    '"id=\\"1"',
    '"name={}"',
    '"$1"',
    '"@1"',
  ],
  ...[
    '"a|b"',
    '"<x>"',
    '"{}"',
    '"{id}"',
    '"[1]"',
    '"\\"q\\""',
    '"\\\\"',
    '"\\ud800"',
    '"\ud83d\ude80"',
    '"\\n \\t"',
  ],
  ...[
    '"https://example.org/repos/a/b/issues/1"',
    '"https://example.org/repos/a/b/issues/12"',
    '"https://example.org/repos/a/b"',
  ],
]

const scalar: fc.Arbitrary<JsonValue> = fc.constantFrom(...scalars).map(raw => ({ kind: 'scalar', raw }))

export const anyJson: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>(tie => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 4, arbitrary: scalar },
    { weight: 1, arbitrary: arrayOf(tie('value')) },
    { weight: 3, arbitrary: objectOf(tie('value')) },
  ),
})).value

function arrayOf(item: fc.Arbitrary<JsonValue>): fc.Arbitrary<JsonValue> {
  return fc.array(item, { maxLength: 4 }).map(items => ({ kind: 'array', items }))
}

function objectOf(member: fc.Arbitrary<JsonValue>): fc.Arbitrary<JsonValue> {
  return fc.array(fc.tuple(fc.constantFrom(...keys), member), { maxLength: 5 }).map(members => ({
    kind: 'object',
    keys: members.map(([key]) => key),
    values: members.map(([, value]) => value),
  }))
}

/** Rows of one shape, some of which lack a member, hold another value or follow another order. */
export const anyRows: fc.Arbitrary<readonly JsonValue[]> = fc
  .record({
    shape: fc.uniqueArray(fc.constantFrom(...keys), { minLength: 1, maxLength: 6 }),
    rows: fc.array(
      fc.record({
        values: fc.array(anyJson, { minLength: 6, maxLength: 6 }),
        lacks: fc.integer({ min: 0, max: 12 }),
        isTurned: fc.constantFrom(false, false, false, true),
      }),
      { minLength: 1, maxLength: 12 },
    ),
    repeats: fc.integer({ min: 0, max: 63 }),
  })
  .map(({ shape, rows, repeats }) =>
    rows.map(({ values, lacks, isTurned }): JsonValue => {
      const members = shape.flatMap((key, at) => {
        const value = (repeats >> at) & 1 ? rows[0]?.values[at] : values[at]
        return at === lacks || value === undefined ? [] : [{ key, value }]
      })
      if (isTurned) members.reverse()
      return {
        kind: 'object',
        keys: members.map(({ key }) => key),
        values: members.map(({ value }) => value),
      }
    }),
  )
