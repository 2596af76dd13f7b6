/** Compilers, linters and bundlers: every error, the first warnings of each rule, the rest counted with their places. */

import { buildLine } from '../../scan/kind/content-lines.ts'
import { most } from '../../scan/kind/kind-tests.ts'
import type { ContentKind } from '../../types.ts'
import { BuildReader } from './build/build-reader.ts'
import { diagnosticAt, isBuildLine } from './build/diagnostic.ts'
import type { Content, Piece, Source } from './content.ts'
import type { Look } from './look.ts'
import { foldedPieces } from './output/fold.ts'
import { prefixLength } from './output-frame.ts'
import { installProgram } from './package-manager.ts'
import { holdsForMost } from './sample-lines.ts'

export const build: Content = {
  name: 'build',
  detectors: [
    { rank: 100, why: 'compilers, linters, bundlers, package managers', test: most(0.3, buildLine) },
  ],
  fits,
  pieces,
}

/** Some run under others: `npx tsc`, `uv run ruff`, `pnpm build`. */
const buildProgram =
  /^(?:(?:npx|bunx|pnpm|yarn|uv|poetry|python3?|npm|bun)(?: -m| run| exec| dlx)? )?(?:tsc|eslint|biome|oxlint|prettier|stylelint|gcc|g\+\+|clang(?:-tidy|\+\+)?|cc|c\+\+|c?make|ninja|bazel|rustc|cargo (?:\+\S+ )?(?:build|check|clippy|fmt|b|c)|go (?:build|vet|install)|staticcheck|golangci-lint|javac|gradlew?|mvnw?|mypy|pyright|ruff|flake8|pylint|black|webpack|vite|rollup|esbuild|tsup|next|turbo|nx|swift build|dotnet build|msbuild|shellcheck|hadolint)\b|^(?:npm|pnpm|yarn|bun|mise|just|task)\b.*\b(?:build|lint|typecheck|check|fmt|format|compile)\b/

/** Certain, unless a build printed it. */
const isOther: ReadonlySet<ContentKind> = new Set<ContentKind>([
  'json',
  'code',
  'markdown',
  'diff',
  'html',
  'encoded',
  'listing',
  'search',
  'table',
])

function fits(look: Look): boolean {
  const {
    lines: sample,
    source: { kind },
  } = look
  const isKnown = look.runs(buildProgram)
  if (!isKnown && (isOther.has(kind) || look.runs(installProgram))) return false
  if (isKnown && kind === 'json') return false
  const share = isKnown || kind === 'build' ? 0.02 : 0.5
  return holdsForMost(sample, Math.max(1, sample.length * share), line => {
    const from = prefixLength(line)
    return isBuildLine(line, from) || diagnosticAt(line, from) !== undefined
  })
}

function pieces(text: string, _source: Source): readonly Piece[] {
  return foldedPieces(new BuildReader(text.split('\n')).read())
}
