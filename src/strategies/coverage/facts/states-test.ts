/** Lines of a test that say what it tests: the name of a case, and what it expects. */

/** `it('reads', …`, `describe.each(…`, `func TestRead(t *testing.T) {`, `def test_read():`, `t.Run("empty", …`, `name: "empty",`, `#[test]` */
const namesCase =
  /^\s{0,80}(?:[fx]?(?:it|test|describe|context|specify|scenario|suite)(?:\.\w{1,20}){0,3}[ (`'"]|t\.Run\(|TEST(?:_[FP])?\(|#\[(?:\w{1,20}::)?test|@(?:Parameterized)?Test\b|(?:\w{1,20} ){0,4}(?:func|function|def|fn|void) (?:\([^)]{1,60}\) )?[tT]est\w{0,200}[(<]|\{? {0,4}name: {1,20}["'`])/

/** `expect(size).toBe(2)`, `assert_eq!(size, 2)`, `require.NoError(t, err)`, `EXPECT_EQ(size, 2)`, `t.Errorf("size = %d, want 2", size)` */
const expects =
  /^\s{0,80}(?:await |return )?(?:expect(?:Type|TypeOf)?\b|(?:self\.|t\.|Assert\.|XCT)?[aA]ssert\w{0,40}[ !(.]|(?:self\.|this\.)assert|(?:EXPECT|ASSERT|CHECK|REQUIRE)\w{0,30}\(|(?:require|should|must|verify)[.(]|t\.(?:Errorf?|is|deepEqual|equal|throws)\()|\.should\b|\.to(?:Be|Equal|Match|Throw|Have|Contain)\w{0,40}\(/

export function statesTest(line: string): boolean {
  return namesCase.test(line) || expects.test(line)
}
