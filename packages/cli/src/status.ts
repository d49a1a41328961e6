export interface StatusFlags { readonly json?: true }
export async function status(file: string | undefined, flags: StatusFlags, s: unknown): Promise<number> { return 0 }
