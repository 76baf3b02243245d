import { runInNewContext } from 'node:vm'

const FUNCTIONS = {
  IF: (condition: boolean, yes: unknown, no: unknown) => (condition ? yes : no),
  FILL: (value: number | undefined, otherwise: number) => value ?? otherwise,
  /** The quota of concurrent executions of a new account, the only quota that it knows. */
  SERVICE_QUOTA: () => 1000,
}

/**
 * Returns the value of an expression of CloudWatch metric math in one period; `undefined` without a value. Supports
 * arithmetic, comparisons, `&&`, `||`, `IF`, `FILL` with a number, and `SERVICE_QUOTA` of concurrent executions. `values` are those of the metrics by their ids.
 */
export function calculate(
  expression: string,
  values: Readonly<Record<string, number | undefined>>,
): number | undefined {
  const result = Number(runInNewContext(expression, { ...FUNCTIONS, ...values }))
  return Number.isFinite(result) ? result : undefined
}
