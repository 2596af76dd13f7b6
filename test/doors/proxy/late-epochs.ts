/** Loaded into a proxy before it starts: its threads run the bundle that `LATE_THREAD` names. */
import { registerHooks } from 'node:module'

const late = process.env['LATE_THREAD']

registerHooks({
  resolve: (specifier, context, next) =>
    next(late !== undefined && specifier.endsWith('/thread-main.js') ? late : specifier, context),
})
