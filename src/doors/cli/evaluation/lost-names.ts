/** Names that a view lost, as examples to show: nothing that could be a credential. */
import { looksRandom } from '../../../scan/secrets/secret-value.ts'
import { findSecrets } from '../../../scan/secrets/secrets.ts'
import { oneLine } from '../text-table.ts'

const longest = 60

export function showableNames(atoms: readonly string[], most: number): readonly string[] {
  return atoms
    .filter(atom => !looksRandom(atom) && findSecrets(atom).length === 0)
    .slice(0, most)
    .map(atom => oneLine(atom, longest))
}
