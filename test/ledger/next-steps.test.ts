import { describe, expect, it } from 'vitest'
import { nextSteps } from '../../src/ledger/facts/next-steps.ts'

describe('nextSteps', () => {
  it.each([
    'Next step',
    'Suggested next steps',
    'Remaining work',
    'Still to do',
    'Still open',
    'Left to do',
    "What's left",
    'What’s left',
    'What is left',
    'TODO',
    'To-do',
    'Open items',
    'Follow-ups',
    'Followup',
    'Nächste Schritte',
    'Noch zu tun',
    'Offen',
    '下一步',
    '待办',
    '待辦',
    '接下来',
    '接下來',
    '次のステップ',
    '残り',
    'Следующие шаги',
    'Осталось',
    'Próximos pasos',
    'Prochaines étapes',
  ])('finds what is behind and below %s', topic => {
    const said = `${topic}: migrate the second table before the release.`
    expect(nextSteps(said)).toEqual([said])
    expect(nextSteps(`All is well.\n\n## ${topic}\n\n- migrate the second table`)).toContain(
      'migrate the second table',
    )
  })

  it.each([
    'We still need to migrate the second table.',
    'The second table still has to be migrated.',
    'Two tables still have to be migrated.',
    'The second table remains to be migrated.',
    'Two tables remain to be migrated.',
    'More needs to be done for the second table.',
    'The second table is left to the release team.',
    'Two tables are left to the release team.',
    'Für die zweite Tabelle fehlt noch ein Test.',
    'Falta por migrar la segunda tabla.',
    'Queda por migrar la segunda tabla.',
  ])('finds the sentence %j', said => {
    expect(nextSteps(said)).toEqual([said])
  })

  it('finds nothing in what speaks of no step', () => {
    expect(nextSteps('The second table was migrated, and all tests pass.')).toEqual([])
  })
})
