import { spawnSync } from 'node:child_process'
import { lstatSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { writeResult } from '../../../src/doors/cli/write-result.ts'

describe('writeResult', () => {
  it('writes a file whole', async () => {
    const place = mkdtempSync(join(tmpdir(), 'fovea-result-'))
    await writeResult('old', join(place, 'out'))
    await writeResult('new', join(place, 'out'))
    expect(readFileSync(join(place, 'out'), 'utf8')).toBe('new')
    rmSync(place, { recursive: true })
  })

  it.skipIf(process.platform === 'win32')(
    'keeps the permissions of a file, and a link that leads to it',
    async () => {
      const place = mkdtempSync(join(tmpdir(), 'fovea-result-'))
      writeFileSync(join(place, 'private'), 'old', { mode: 0o600 })
      symlinkSync('private', join(place, 'link'))
      await writeResult('new', join(place, 'link'))
      expect(readFileSync(join(place, 'private'), 'utf8')).toBe('new')
      expect(statSync(join(place, 'private')).mode & 0o777).toBe(0o600)
      expect(lstatSync(join(place, 'link')).isSymbolicLink()).toBe(true)
      rmSync(place, { recursive: true })
    },
  )

  it('says of a file below a file that it cannot be written', async () => {
    const place = mkdtempSync(join(tmpdir(), 'fovea-result-'))
    const below = join(place, 'file', 'out')
    writeFileSync(join(place, 'file'), '')
    const error = await writeResult('new', below).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'file-unwritable', message: expect.stringContaining(below) })
    expect(error).toMatchObject({ message: expect.not.stringContaining('.tmp') })
    rmSync(place, { recursive: true })
  })

  it.skipIf(process.platform === 'win32')('says of a link to itself that it cannot be written', async () => {
    const place = mkdtempSync(join(tmpdir(), 'fovea-result-'))
    const link = join(place, 'link')
    symlinkSync('link', link)
    await expect(writeResult('new', link)).rejects.toMatchObject({
      code: 'file-unwritable',
      message: expect.stringContaining(`Cannot write ${link}: ELOOP`),
    })
    expect(lstatSync(link).isSymbolicLink()).toBe(true)
    rmSync(place, { recursive: true })
  })

  it.skipIf(process.platform === 'win32')(
    'writes into a pipe or device and leaves it what it is',
    async () => {
      const place = mkdtempSync(join(tmpdir(), 'fovea-result-'))
      const pipe = join(place, 'pipe')
      spawnSync('mkfifo', [pipe])
      const reader = open(pipe, 'r').then(async file => {
        const text = await file.readFile('utf8')
        await file.close()
        return text
      })
      await writeResult('through the pipe', pipe)
      expect(await reader).toBe('through the pipe')
      expect(statSync(pipe).isFIFO()).toBe(true)
      rmSync(place, { recursive: true })
    },
  )
})
