/** Properties are tried on the same cases each time; `FOVEA_SEED=$RANDOM npm test` tries others. */
import fc from 'fast-check'

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env['FOVEA_SEED'] ?? 20_261_115) })
