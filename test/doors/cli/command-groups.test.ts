/** A command whose name is in no group would load all of them; one in another group would not be found. */
import { describe, expect, it } from 'vitest'
import { commandGroups } from '../../../src/doors/cli/command-groups.ts'

describe('the groups of commands', () => {
  it.each(commandGroups)('name what they load: $names', async ({ names, load }) => {
    expect((await load()).map(command => command.name())).toEqual(names)
  })
})
