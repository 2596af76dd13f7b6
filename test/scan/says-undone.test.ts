import { describe, expect, it } from 'vitest'
import { saysUndone } from '../../src/scan/says-undone.ts'

describe('saysUndone', () => {
  it.each([
    'i undid your changes, try again',
    "No. I've reverted that, please read the file first.",
    'I’ve reverted your changes',
    'We just rolled back all of your last edits.',
    'that broke it. I reverted it and pulled main',
    'I discarded everything',
    'It broke when you changed the parser, so I reverted your changes',
    'It worked before, I reverted your changes',
    'Ich habe deine Änderungen rückgängig gemacht.',
    'he revertido tus cambios',
    'J’ai annulé tes modifications',
    '我把你的改动撤销了，再试一次',
    'я откатил твои изменения',
  ])('knows: %s', text => {
    expect(saysUndone(text)).toBe(true)
  })

  it.each([
    'undo your changes',
    'please revert that',
    'if I reverted that, would it build?',
    'if it fails, I reverted it',
    'that was when I reverted it',
    'I reverted that part of the config to tabs',
    'The migration was rolled back by the database.',
    'I took a look at your changes',
    'You undid my changes!',
  ])('is not: %s', text => {
    expect(saysUndone(text)).toBe(false)
  })
})
