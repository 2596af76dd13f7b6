import { describe, expect, it } from 'vitest'
import { statesTest } from '../../../../src/strategies/coverage/facts/states-test.ts'

describe('statesTest', () => {
  it.each([
    "  it('reads an empty file', () => {",
    'describe.each(rows)("sum", () => {',
    'func TestParse(t *testing.T) {',
    '    def test_parse_empty(self):',
    '\tt.Run("empty", func(t *testing.T) {',
    '\t\t{name: "empty", input: "", want: 0},',
    '#[test]',
    '#[tokio::test]',
    '    @Test',
    'TEST_F(ParserTest, ReadsEmpty) {',
    '  expect(total).toBe(12)',
    '  await expect(load()).rejects.toThrow()',
    '    assert total == 12',
    '    assert_eq!(total, 12);',
    '        self.assertEqual(total, 12)',
    '\tassert.Equal(t, 12, total)',
    '\trequire.NoError(t, err)',
    '  EXPECT_EQ(total, 12);',
    '\t\tt.Errorf("total = %d, want 12", total)',
    '  total.should.equal(12)',
    '    .toEqual([1, 2])',
  ])('is a case or what it expects: %s', line => {
    expect(statesTest(line)).toBe(true)
  })

  it.each([
    '  const parser = new Parser()',
    '\tenv.InitRepo()',
    '  item.expectation = 3',
    '  await submit(form)',
    '\tt.Fatalf("failed to open: %v", err)',
    'import { describe } from "vitest"',
  ])('prepares something: %s', line => {
    expect(statesTest(line)).toBe(false)
  })
})
