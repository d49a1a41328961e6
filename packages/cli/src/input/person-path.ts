import { dirname, resolve } from 'node:path'
import type { Surroundings } from '../surroundings.ts'

/**
 * An absolute path for one that a person wrote, taken from where that person stands.
 *
 * A package runner starts its scripts in the folder of the package and leaves the folder it was called in in `INIT_CWD`. That one
 * counts, unless something has changed the folder since (`npm_package_json` tells where the runner went).
 */
export function personPath(path: string, { env, cwd }: Pick<Surroundings, 'env' | 'cwd'>): string {
  const { INIT_CWD: called, npm_package_json: manifest } = env
  const movedByRunner = manifest === undefined || dirname(manifest) === cwd
  return resolve(called !== undefined && movedByRunner ? called : cwd, path)
}
