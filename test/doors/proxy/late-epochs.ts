/** Loaded into a proxy before it starts: epochs after the first of a session take `LATE_EPOCHS` milliseconds longer, or crash. */
import { registerHooks } from 'node:module'

const late = new URL('./late-make-epoch.ts', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier.endsWith('/make-epoch.ts') && context.parentURL !== late ? late : specifier, context),
})
