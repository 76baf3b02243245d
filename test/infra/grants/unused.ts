import type { Grant } from '@replywright/cloud/iam'
import type { GrantException } from './exceptions.ts'

/** Returns the problems with a template's grants after all tests have run, one per line; empty if there are none. */
export function grantProblems(
  held: readonly Grant[],
  used: readonly Grant[],
  exceptions: readonly GrantException[],
): readonly string[] {
  const usedKeys = new Set(used.map((grant) => JSON.stringify(grant)))
  const isUsed = (grant: Grant) => usedKeys.has(JSON.stringify(grant))
  const unused = held.filter((grant) => !isUsed(grant) && !exceptions.some((exception) => excepts(exception, grant)))
  return [
    ...table(unused),
    ...exceptions.flatMap((exception) => {
      const concerned = held.filter((grant) => excepts(exception, grant))
      const label = `The exception ${exception.role} ${exception.action ?? '*'} ${exception.resource ?? '*'}`
      if (concerned.length === 0) return [`${label} matches no grant of the template. Remove it.`]
      return concerned.some(isUsed) ? [`${label} is used by a test. Remove it.`] : []
    }),
  ]
}

function excepts({ role, action, resource }: GrantException, grant: Grant): boolean {
  const [, logicalId = ''] = grant.role.split('/')
  return (
    logicalId.startsWith(role) &&
    (action === undefined || action === grant.action) &&
    (resource === undefined || grant.resource.includes(resource))
  )
}

/** Formats function, action, resource and condition in columns. A role has the logical id of its function. */
function table(grants: readonly Grant[]): readonly string[] {
  if (grants.length === 0) return []
  const rows = grants.map(({ role, action, resource, condition }) => [
    role.replace(/Role[0-9A-F]{8}$/, ''),
    action,
    // Region and account are the same everywhere.
    resource.split(':').slice(5).join(':') || resource,
    condition,
  ])
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return [
    `${grants.length} ${grants.length === 1 ? 'grant' : 'grants'} of the template without a test that uses it. Test the call, or remove the grant from infra:`,
    ...rows
      .toSorted((a, b) => a.join().localeCompare(b.join()))
      .map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd()),
  ]
}
