/** Where a block came from. Its kind is looked for when somebody asks: many are known by their call or their numbers. */
import type { Source } from '../../../reduce/content/content.ts'
import type { Measured } from '../../../reduce/plan.ts'
import type { CallSource } from '../../../scan/actions/source-of.ts'
import type { ContentKind, Role } from '../../../types.ts'

export class BlockSource implements Source {
  readonly role: Role
  readonly tool?: string
  readonly command?: string
  readonly path?: string
  readonly isError?: boolean
  readonly #measured: Pick<Measured, 'kind'>

  constructor(measured: Pick<Measured, 'kind'>, role: Role, call?: CallSource, isError?: boolean) {
    this.role = role
    if (call !== undefined) {
      this.tool = call.tool
      if (call.command !== undefined) this.command = call.command
      if (call.path !== undefined) this.path = call.path
    }
    if (isError !== undefined) this.isError = isError
    this.#measured = measured
  }

  get kind(): ContentKind {
    return this.#measured.kind
  }
}
