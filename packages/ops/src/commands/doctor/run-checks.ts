import { explain } from '../../explain.ts'
import type { Check, Deployment, Finding } from './finding.ts'

/** Names of errors by which AWS's services say that a right is missing. */
const REFUSED = /^(AccessDenied|AuthorizationError|UnauthorizedOperation|Forbidden)/

/** One line of the report. */
export interface Line extends Finding {
  readonly check: string
}

/** Looks at everything at the same time. No check can stop another; one that takes too long is `unknown`. */
export async function runChecks(
  checks: readonly Check[],
  deployment: Omit<Deployment, 'signal'>,
  limitMilliseconds: number,
  onDone: () => void = () => {},
): Promise<Line[]> {
  const signal = AbortSignal.timeout(limitMilliseconds)
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error(`no response within ${limitMilliseconds / 1000} s`)))
  })
  // The last check may have ended before.
  late.catch(() => {})
  const found = await Promise.all(
    checks.map((check) => runCheck(check, { ...deployment, signal }, late).finally(onDone)),
  )
  return found.flat()
}

async function runCheck(check: Check, deployment: Deployment, late: Promise<never>): Promise<Line[]> {
  const line = (finding: Finding): Line => ({ check: check.name, ...finding })
  try {
    const found = await Promise.race([check.run(deployment), late])
    return 'state' in found ? [line(found)] : found.map(line)
  } catch (error) {
    const isRefused = error instanceof Error && REFUSED.test(error.name)
    const remedy = isRefused ? { remedy: `Give these credentials ${check.rights.join(', ')}.` } : {}
    return [line({ state: 'unknown', tells: explain(error, undefined), ...remedy })]
  }
}
