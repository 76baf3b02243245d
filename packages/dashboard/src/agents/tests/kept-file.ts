interface KeptTest {
  readonly name: string
  readonly turns?: readonly object[]
  readonly customer?: object
  readonly expect?: object
  readonly tools?: unknown
}

/** The content of a file for `agents test`, with one test. */
export interface KeptFile {
  readonly agent: string
  readonly runs: number
  readonly tests: readonly KeptTest[]
}

/** Returns whether the customer of a test sends files. The service stores none for tests. */
export function hasFiles({ tests }: Pick<KeptFile, 'tests'>): boolean {
  return tests.some(({ turns = [] }) => turns.some((turn) => 'file' in turn))
}
