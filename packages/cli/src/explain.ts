export interface ExplainFlags { readonly store?: string; readonly json?: true }
export async function explain(url: string, flags: ExplainFlags, s: unknown): Promise<number> { return 0 }
