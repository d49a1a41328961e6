import type { Surroundings } from '../surroundings.ts'

/** Runs the work of a command and keeps its exit code. */
export type RunCommand = (work: (surroundings: Surroundings) => Promise<number>) => Promise<void>
