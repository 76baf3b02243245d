import type { Check, Deployment, Finding } from '@messaging/core/operations/doctor/finding.ts'
import { explain } from '../../explain.ts'

/** Names of AWS errors for missing permissions. */
const REFUSED = /^(AccessDenied|AuthorizationError|UnauthorizedOperation|Forbidden)/

export interface Line extends Finding {
  readonly check: string
}

/** Runs all checks concurrently. A check that throws or exceeds the time limit is `unknown`. */
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
  // Prevents an unhandled rejection after all checks have ended.
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
    const remedy = isRefused ? { remedy: `Add these permissions: ${check.rights.join(', ')}.` } : {}
    return [line({ state: 'unknown', tells: explain(error, undefined), ...remedy })]
  }
}
