import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packageManager } from '../../../src/reduce/content/package-manager.ts'
import { SourcedText } from '../../../src/reduce/sourced-text/sourced-text.ts'
import { hostile, obeysLaws, outputOf, shell, viewOf } from './output-laws.ts'
import '../../property-seed.ts'

interface Install {
  readonly command: string
  readonly text: string
  readonly key: readonly string[]
  /** Lines that carry nothing. */
  readonly noise: readonly string[]
}

const installs: Readonly<Record<string, Install>> = {
  npm: {
    command: 'cd web && npm ci',
    text: `npm warn deprecated glob@7.2.3: Glob versions prior to v9 are no longer supported
npm warn ERESOLVE overriding peer dependency
added 312 packages, and audited 313 packages in 8s
3 vulnerabilities (2 moderate, 1 high)
npm error code E404
npm error 404 Not Found - GET https://registry.npmjs.org/nope`,
    key: [
      'deprecated glob@7.2.3',
      'peer dependency',
      'added 312 packages',
      '3 vulnerabilities',
      'code E404',
      '404 Not Found',
    ],
    noise: [],
  },
  pnpm: {
    command: 'pnpm install',
    text: `Progress: resolved 10, reused 9, downloaded 1, added 3
Packages: +12 -3
dependencies:
+ react 19.0.0
 WARN  Issues with peer dependencies found
Done in 3.2s`,
    key: ['Packages: +12 -3', 'Issues with peer', 'Done in 3.2s'],
    noise: ['Progress: resolved 10, reused 9, downloaded 1, added 3'],
  },
  pip: {
    command: 'python3 -m pip install -e .',
    text: `Collecting requests
  Downloading requests-2.31.0-py3-none-any.whl (62 kB)
Requirement already satisfied: idna in /usr/lib/python3/site-packages
Installing collected packages: requests
Successfully installed requests-2.31.0
WARNING: Running pip as the 'root' user`,
    key: ['Successfully installed requests-2.31.0', 'WARNING: Running pip'],
    noise: ['Collecting requests', '  Downloading requests-2.31.0-py3-none-any.whl (62 kB)'],
  },
  uv: {
    command: 'uv sync',
    text: `Resolved 42 packages in 120ms
Prepared 2 packages in 1s
Installed 2 packages in 3ms
 + httpx==0.27.0`,
    key: ['Resolved 42 packages', 'Installed 2 packages'],
    noise: [],
  },
  apt: {
    command: 'sudo apt-get install -y jq',
    text: `Reading package lists... Done
0 upgraded, 2 newly installed, 0 to remove and 3 not upgraded.
Get:1 http://deb.debian.org/debian bookworm/main amd64 jq amd64 1.6 [64 kB]
Unpacking jq (1.6) ...
Setting up jq (1.6) ...
E: Unable to locate package jqq`,
    key: ['0 upgraded, 2 newly installed', 'Unable to locate package'],
    noise: ['Reading package lists... Done', 'Unpacking jq (1.6) ...'],
  },
  docker: {
    command: 'docker build -t shop .',
    text: `#1 [internal] load build definition from Dockerfile
#5 sha256:0123456789ab 3.2MB / 10MB 0.4s
#6 [2/4] RUN npm ci
#6 4.211 npm error code ENOENT
#6 ERROR: process "/bin/sh -c npm ci" did not complete successfully: exit code: 1
ERROR: failed to solve: process "/bin/sh -c npm ci"`,
    key: ['npm error code ENOENT', '#6 ERROR', 'ERROR: failed to solve'],
    noise: [
      '#1 [internal] load build definition from Dockerfile',
      '#5 sha256:0123456789ab 3.2MB / 10MB 0.4s',
    ],
  },
  go: {
    command: 'go mod tidy',
    text: `go: downloading github.com/a/b v1.2.3
go: added github.com/a/b v1.2.3
go: finding module for package github.com/c/d`,
    key: ['go: added github.com/a/b v1.2.3'],
    noise: ['go: downloading github.com/a/b v1.2.3'],
  },
}

describe('packageManager', () => {
  it.each(Object.keys(installs))('reads %s: outcome, warnings and errors', name => {
    const { command, text, key, noise } = installs[name] as Install
    expect(packageManager.fits(new SourcedText(text, { ...shell, kind: 'build', command }))).toBe(true)
    const pieces = obeysLaws(packageManager, text)
    const shown = viewOf(pieces, 'key').join('\n')
    for (const part of key) expect(shown).toContain(part)
    for (const line of noise) expect(viewOf(pieces, 'noise')).toContain(line)
  })

  it('names the deprecated packages that it does not show', () => {
    const text = ['a@1', 'b@2', 'c@3', 'd@4', 'e@5']
      .map(name => `npm warn deprecated ${name}: use another`)
      .join('\n')
    const said = obeysLaws(packageManager, text).find(({ isStatement }) => isStatement)
    expect(said).toMatchObject({ text: '… 2 more deprecated: d@4, e@5', lines: 2, value: 'key' })
  })

  it('never counts an error among the noise', () => {
    const text = 'Get:1 http://deb.debian.org bookworm\nErr:2 http://deb.debian.org bookworm\n  404 Not Found'
    expect(viewOf(obeysLaws(packageManager, text), 'key').join('\n')).toContain('404 Not Found')
  })

  it('keeps the laws on anything', () => {
    const typical = Object.values(installs).flatMap(({ text }) => text.split('\n'))
    fc.assert(fc.property(outputOf(typical), text => void obeysLaws(packageManager, text)))
  })

  it('reads hostile text in one pass', () => {
    for (const text of hostile) obeysLaws(packageManager, text)
  })
})
