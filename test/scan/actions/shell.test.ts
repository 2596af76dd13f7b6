import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shellCommands } from '../../../src/scan/actions/shell/shell-commands.ts'
import { shellTokens } from '../../../src/scan/actions/shell/shell-tokens.ts'
import { bash, effects } from './calls.ts'

const cases: readonly (readonly [command: string, expected: readonly string[]])[] = [
  // reading
  ['cat a.ts', ['read a.ts']],
  ['head -n 20 \'my file.ts\' "b.ts"', ['read my file.ts', 'read b.ts']],
  ['head -20 a.ts', ['read a.ts']],
  ['tail -c 5 a.ts | wc -l', ['read a.ts']],
  ["sed -n '1,20p' a.ts", ['read a.ts']],
  ["nl -ba a.ts | sed -n '3,9p'", ['read a.ts']],
  ['jq .name package.json', ['read package.json']],
  ['cat < in.txt', ['read in.txt']],
  ['cat a.ts > b.ts', ['create b.ts']],
  ['cat a.ts 2>/dev/null', ['read a.ts']],
  ['cat *.ts "$FILE" $(ls) a{1,2}', []],
  // variables
  ['D=/w/app; cat $D/a.ts "$D/b.ts"', ['read /w/app/a.ts', 'read /w/app/b.ts']],
  ['F="a.ts b.ts"; cat $F', []],
  ['D="/my app"; cat "$D/a.ts"', ['read /my app/a.ts']],
  ["F='*.ts'; cat $F", []],
  ['D=/w; for D in a b; do cat $D/a.ts; done', []],
  ['D=/w; read -r D; cat $D/a.ts', []],
  ['D=/w; [ -d /v ] && D=/v; cat $D/a.ts', []],
  ['D=/w; cd /v && D=/v; cat $D/a.ts', ['read /v/a.ts']],
  ['if [ -d b ]; then D=b; cat $D/in.ts; else D=c; fi; cat $D/a.ts', ['read b/in.ts']],
  ['case $1 in a) D=b;; *) D=c;; esac; cat $D/a.ts', []],
  ['test -d b && D=b || D=c; cat $D/a.ts', []],
  ['(D=b; cat $D/in.ts); cat $D/a.ts', ['read b/in.ts']],
  // writing
  [
    "cat > out.txt <<'EOF'\nrm not/this.ts > nor/that\nEOF\nrm after.txt",
    ['create out.txt', 'delete after.txt'],
  ],
  ['cat <<-END >> log.txt\n\tone\n\tEND\ntouch z', ['modify log.txt', 'create z']],
  ['echo hi | tee a.txt b.txt', ['create a.txt', 'create b.txt']],
  ['echo hi | tee -a a.txt', ['modify a.txt']],
  ['npm test > log.txt 2>&1', ['create log.txt']],
  ['npm test 2> errors.txt', []],
  ['npm test &> all.txt', ['create all.txt']],
  ['npm test > /dev/null', []],
  ['cp a.ts b.ts', ['create b.ts']],
  ['cp -r a.ts b.ts lib', ['create lib/a.ts', 'create lib/b.ts']],
  ['mkdir -p src/deep', ['create src/deep/']],
  ['curl -s -o page.html https://a.example', ['fetch https://a.example', 'create page.html']],
  // changing
  ["sed -i 's/a/b/' a.ts b.ts", ['modify a.ts', 'modify b.ts']],
  ["sed -i '' 's/a/b/' a.ts", ['modify a.ts']],
  ["sed -i.bak -e 's/a/b/' a.ts", ['modify a.ts']],
  ["perl -pi -e 's/a/b/' a.ts", ['modify a.ts']],
  ['cd scripts && dos2unix -q a.sh b.sh', ['modify scripts/a.sh', 'modify scripts/b.sh']],
  ['patch -p1 src/a.ts < fix.diff', ['modify src/a.ts']],
  ["patch -p1 <<'EOF'\n--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\n-one\n+two\nEOF", ['modify src/a.ts']],
  // scripts
  [
    "python3 - <<'PY'\nfrom pathlib import Path\npath = Path('scripts/check.sh')\ntext = path.read_bytes()\npath.write_bytes(text.replace(b'a', b'b'))\nPY",
    ['modify scripts/check.sh'],
  ],
  ["python3 -c \"p='a.py'; s=open(p).read(); open(p,'w').write(s)\"", ['modify a.py']],
  [
    "cd app && python3 - <<'PY'\nwith open('out/a.json', 'w') as f:\n  f.write('x')\nPY",
    ['create app/out/a.json'],
  ],
  ["node -e \"fs.writeFileSync('a.json', '{}')\"", ['create a.json']],
  ["node --eval \"fs.writeFileSync('a.json', '{}')\"", ['create a.json']],
  ["python3 - <<'PY'\n# ready\nopen('docs/readme.md', 'w').write('x')\nPY", ['create docs/readme.md']],
  ["python3 -c \"open('a.log', mode='a').write('x')\"", ['modify a.log']],
  ["node -e \"fs.appendFileSync('a.log', 'x')\"", ['modify a.log']],
  ["python3 - <<'PY'\nfor path in Path('src').rglob('*'):\n  path.write_bytes(data)\nPY", []],
  ["python3 - <<'PY'\np = 'a.py'\np = 'b.py'\nopen(p, 'w')\nPY", []],
  ["python3 - <<'PY'\nimport os\nos.chdir('x')\nopen('a.py', 'w')\nPY", []],
  ["python3 tool.py <<'IN'\nopen('a.py', 'w')\nIN", []],
  ["python3 - <<'PY'\nprint(open('a.py').read())\nPY", []],
  [
    "git apply <<'EOF'\n--- a/x.ts\n+++ b/x.ts\n@@ -1 +1 @@\n-a\n+b\n--- /dev/null\n+++ b/y.ts\n@@ -0,0 +1 @@\n+c\n--- a/z.ts\n+++ /dev/null\nEOF",
    ['modify x.ts', 'create y.ts', 'delete z.ts'],
  ],
  ['git checkout -- a.ts', ['modify a.ts']],
  ['git checkout main', []],
  ['git checkout --ours a.ts b.ts', ['modify a.ts', 'modify b.ts']],
  ['git restore a.ts', ['modify a.ts']],
  ['git restore --staged a.ts', []],
  ['git restore .', []],
  ['git checkout -- src/ a.ts', ['modify a.ts']],
  // deleting and moving
  ['rm -rf a b', ['delete a', 'delete b']],
  ['git rm a.ts', ['delete a.ts']],
  ['git rm --cached a.ts', []],
  ['mv a.ts b.ts', ['move a.ts → b.ts']],
  ['git mv a.ts lib/', ['move a.ts → lib/a.ts']],
  ['mv a b c lib', ['move a → lib/a', 'move b → lib/b', 'move c → lib/c']],
  ['git -C sub mv a b', ['move sub/a → sub/b']],
  // looking
  ['grep -rn "foo bar" src', ['search foo bar in src']],
  ['rg -A 3 -e foo src/a.ts', ['search foo in src/a.ts']],
  ['cat a.ts | grep foo', ['read a.ts']],
  ["find src -name '*.ts' -type f", ['search *.ts in src']],
  ['ls -la', ['list .']],
  ['ls docs', ['list docs']],
  // directories
  ['cd sub && cat a.ts', ['read sub/a.ts']],
  ['cd /p && cd ../q; rm ./x', ['delete /q/x']],
  ['(cd sub && rm a); rm b', ['delete sub/a', 'delete b']],
  ['cd "$DIR" && rm a', ['delete a']],
  ['cd sub && ls', ['list sub']],
  // wrappers
  ['FOO=1 sudo -E timeout 30 rm a', ['delete a']],
  ["bash -lc 'cd x && rm a'", ['delete x/a']],
  ['if [ -f a ]; then rm a; fi', ['delete a']],
  ['for f in a b; do rm "$f"; done; rm c', ['delete c']],
  ['! rm a', ['delete a']],
  // PowerShell and cmd
  [
    'Get-Content src\\a.ts; gc C:\\w\\b.ts -TotalCount 20; type c.ts',
    ['read src/a.ts', 'read C:/w/b.ts', 'read c.ts'],
  ],
  ['Get-Content -Path "C:\\my app\\.env" -Raw', ['read C:/my app/.env']],
  ['type node', []],
  ["(Get-Content a.ts) -replace 'x','y' | Set-Content a.ts", ['read a.ts', 'create a.ts']],
  [
    'Set-Content -Path src\\a.ts -Value @"\nconst b = "c" > d\nrm e\n"@; del f.ts',
    ['create src/a.ts', 'delete f.ts'],
  ],
  [
    'Add-Content src\\a.ts "more"; "x" | Out-File -FilePath b.log -Append',
    ['modify src/a.ts', 'modify b.log'],
  ],
  ['New-Item -ItemType Directory -Path out | Out-Null; ni a.ts > $null', ['create out/', 'create a.ts']],
  ['Remove-Item a.csv, b.csv -Force; del /q c.csv > NUL', ['delete a.csv', 'delete b.csv', 'delete c.csv']],
  ['Remove-Item dist\\* -Recurse', []],
  ['Move-Item -Destination lib\\b.ts -Path src\\a.ts', ['move src/a.ts → lib/b.ts']],
  ['Rename-Item src\\a.ts b.ts; ren c.ts d.ts', ['move src/a.ts → src/b.ts', 'move c.ts → d.ts']],
  ['Copy-Item a.csv b.csv; copy /y c.csv d.csv', ['create b.csv', 'create d.csv']],
  ['Select-String -Path src\\a.ts -Pattern todo', ['search todo in src/a.ts']],
  ['Get-ChildItem -Recurse -Name src', ['list src']],
  ['Set-Location C:\\w\\app; del a.ts', ['delete C:/w/app/a.ts']],
  [
    'cd /c/Users/a/app && rm a.ts; cat /w/b.ts c:/w/c.ts a/Users/d.ts',
    ['delete C:/Users/a/app/a.ts', 'read /w/b.ts', 'read C:/w/c.ts', 'read C:/Users/a/app/a/Users/d.ts'],
  ],
  ['cd /d D:\\w && cmd /c type a.ts', ['read D:/w/a.ts']],
  ['powershell -NoProfile -Command "Remove-Item C:\\w\\a.ts"', ['delete C:/w/a.ts']],
  [
    'if (Test-Path a.ts) { del a.ts } else { ni b.ts }; del c.ts',
    ['delete a.ts', 'create b.ts', 'delete c.ts'],
  ],
  // words
  ['rm a\\ b "c\\"d" \'e\'"f"', ['delete a b', 'delete c"d', 'delete ef']],
  ['rm a \\\n  b', ['delete a', 'delete b']],
  ['rm a # and not b', ['delete a']],
  ['rm a#b', ['delete a#b']],
  ['rm -- -odd', ['delete -odd']],
  ["git commit -m \"$(cat <<'EOF'\nDon't (rm this\nEOF\n)\" && rm a", ['delete a']],
  ['echo $((1<<2)) && rm a', ['delete a']],
  ['echo "`rm x`" && rm a', ['delete a']],
  ['diff <(cat a) <(cat b) && rm c', ['delete c']],
  ["rm 'never closed", ['delete never closed']],
  ['', []],
]

describe('shell commands', () => {
  it.each(cases)('%j', (command, expected) => {
    expect(effects(bash(command))).toEqual(expected)
  })

  it('reads a script of very many commands in another', () => {
    expect(shellCommands(`bash -c '${'a;'.repeat(200_000)}'`)).toHaveLength(200_000)
  })

  it('says how each hangs on the one before', () => {
    expect(shellCommands('a | b && c || d; e & f\ng').map(({ joint }) => joint)).toEqual([
      'first',
      '|',
      '&&',
      '||',
      ';',
      '&',
      ';',
    ])
  })

  it('keeps what a heredoc holds', () => {
    expect(shellTokens('cat <<A <<B\none\nA\ntwo\nB\n')).toMatchObject([
      { text: 'cat' },
      { operator: '<<', body: 'one\n' },
      { operator: '<<', body: 'two\n' },
      { text: ';' },
    ])
  })

  it('never throws and never loses a word, whatever it is given', () => {
    const piece = fc.constantFrom(
      'rm',
      ' ',
      '"',
      "'",
      '\\',
      '$(',
      ')',
      '(',
      '<<E',
      '\n',
      'E',
      '|',
      '&',
      '>',
      '`',
      '${',
      '}',
      '#',
      '🙂',
      ';',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), pieces => {
        const source = pieces.join('')
        expect(Array.isArray(shellCommands(source))).toBe(true)
      }),
    )
    const words = fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 10 })
    fc.assert(
      fc.property(words, list => {
        expect(shellTokens(list.map(word => `'${word}'`).join(' '))).toEqual(
          list.map(text => ({ type: 'word', text, isDynamic: false, isQuoted: true })),
        )
      }),
    )
  })

  it.each(['(', '$(', "'", '"', '`', '<<E\n', '$(<<E ', '${', 'bash -c "', '|', '>', '\\'])(
    'reads 200,000 of %j',
    unit => {
      expect(Array.isArray(shellCommands(unit.repeat(200_000 / unit.length)))).toBe(true)
    },
  )
})
