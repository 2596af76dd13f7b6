import { describe, expect, it } from 'vitest'
import { coveringChecks, readCheck } from '../../../../src/scan/actions/shell/command-check.ts'

describe('the key of a command', () => {
  it('has all runners but the first few where they are repeated very often', () => {
    expect(readCheck(`${'npx '.repeat(20_000)}vitest`).isCheck).toBe(false)
  })

  it('holds the options of a script, which look like those of its shell', () => {
    expect(readCheck('pwsh -File a.ps1 -c unit').key).toBe('pwsh -File a.ps1 -c unit')
  })

  it.each([
    ['go test ./app -run "TestA|TestB"', "go test ./app -run 'TestA|TestB'"],
    ["go test -run='TestA|TestB' ./app", "go test ./app -run 'TestA|TestB'"],
    ['go test ./app -run TestA\\|TestB', "go test ./app -run 'TestA|TestB'"],
    ['go test ./app -run "TestA"', 'go test ./app -run TestA'],
    ['vitest run -t "a list"', "vitest run -t 'a list'"],
    ['vitest run -t "the user\'s list"', 'vitest run -t "the user\'s list"'],
    ['pytest tests/*.py', 'pytest tests/*.py'],
    ['pytest "$DIR/tests"', 'pytest "$DIR/tests"'],
    ['pytest -k ""', "pytest -k ''"],
  ])('has the quotes that a shell needs: %s', (command, key) => {
    expect(readCheck(command).key).toBe(key)
    expect(readCheck(key).key).toBe(key)
  })

  it.each([
    'make -n build',
    'make --dry-run test',
    'pytest --collect-only',
    'tsc --version',
    'npm test -- --help',
    'just -n test',
  ])('is of no check where nothing is run: %s', command => {
    expect(readCheck(command).isCheck).toBe(false)
  })

  it.each([
    "vitest run -t 'prints --version'",
    'pytest -k "a --help"',
    'go test ./cli -run "help --help"',
    'make test ARGS="-v --dry-run"',
    'make test ARGS="a -n b"',
    'make test -j4',
    'npm run build -- --version 1.2.3',
  ])('is of a check where an argument only names such an option: %s', command => {
    expect(readCheck(command).isCheck).toBe(true)
  })

  it.each([
    ['npx -y tsc --noEmit', 'tsc --noEmit'],
    ['npx --yes eslint@8 .', 'eslint .'],
    ['pnpm dlx @biomejs/biome check .', 'biome check .'],
    ['uv run --extra dev python -m pytest a.py', 'pytest a.py'],
    ['conda run -n web pytest a.py', 'pytest a.py'],
    ['python3.12 -m pytest a.py', 'pytest a.py'],
    ['.venv/bin/python -m pytest a.py', 'pytest a.py'],
    ['./node_modules/.bin/vitest run a', 'vitest run a'],
    ['node_modules\\.bin\\vitest.cmd run src\\a.test.ts', 'vitest run src/a.test.ts'],
    ['& "C:\\Program Files\\nodejs\\npm.cmd" test', 'npm test'],
    ['.\\.venv\\Scripts\\python.exe -m pytest a.py', 'pytest a.py'],
    ['py -m pytest a.py', 'pytest a.py'],
    ['py -3 -m pytest a.py', 'pytest a.py'],
    ['python -u -m pytest a.py', 'pytest a.py'],
    ['python -W ignore -X dev -m pytest a.py', 'pytest a.py'],
    ['.\\gradlew.bat test', './gradlew test'],
    ['gradlew test', 'gradlew test'],
    ['bash scripts/test.sh -c unit', 'scripts/test.sh -c unit'],
    ['Set-Location app; $env:CI="1"; npm test 2>&1 | Select-Object -Last 20', 'npm test'],
    ['$env:CI = 1; $out = npm test -- --run a; $LASTEXITCODE', 'npm test -- --run a'],
  ])('is the same however its program is found: %s', (command, key) => {
    expect(readCheck(command)).toMatchObject({ key, isCheck: true })
  })

  it.each([
    'npx -y cowsay',
    'bin/serve --test',
    'uv run --with pytest main.py',
    'command -v actionlint',
    'scripts/check-prerequisites.sh --json',
    'scripts/build-status.sh',
  ])('is none by the name of another program: %s', command => {
    expect(readCheck(command).isCheck).toBe(false)
  })

  it.each(['python test_status.py', './scripts/run-tests.sh'])(
    'is one by the name of the tests: %s',
    command => {
      expect(readCheck(command).isCheck).toBe(true)
    },
  )

  it('is covered by what runs more', () => {
    const covering = coveringChecks(readCheck('go test ./app -run "TestA_One|TestA_Two"').key)
    expect(covering).toContain('go test ./app -run TestA')
    expect(covering).toContain('go test ./app')
  })

  it('is covered by all packages above its own', () => {
    const covering = coveringChecks(readCheck('go test -tags=e2e ./app/store/... -run TestA').key)
    expect(covering).toContain('go test ./app/... -tags e2e')
    expect(covering).toContain('go test ./... -tags e2e -run TestA')
    expect(covering).not.toContain('go test ./app -tags e2e')
    expect(coveringChecks('go vet ./app')).toContain('go vet ./...')
  })

  const isCovered = (command: string, by: string): boolean =>
    coveringChecks(readCheck(command).key).includes(readCheck(by).key)

  it.each([
    ['go build -tags=e2e ./app', 'go test -tags e2e ./app/... -count=1'],
    ['go build', 'go test'],
    ['go test', 'go test ./...'],
  ])('covers what it does besides, and what is in its directory: %s', (command, by) => {
    expect(isCovered(command, by)).toBe(true)
    expect(isCovered(by, command)).toBe(false)
  })

  it.each([
    ['go test ./app', 'go test'],
    ['go test -tags=e2e ./app', 'go test ./...'],
    ['cargo test --features e2e', 'cargo test'],
    // Tests run only some of its analyzers.
    ['go vet ./...', 'go test ./...'],
  ])('does not cover other packages, nor what only an option chooses: %s', (command, by) => {
    expect(isCovered(command, by)).toBe(false)
  })
})
