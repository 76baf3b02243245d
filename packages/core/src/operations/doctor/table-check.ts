import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
} from '@aws-sdk/client-dynamodb'
import { AWS_CLIENT } from '../../platform/aws-client.ts'
import { onFirstUse } from '../../platform/on-first-use.ts'
import { type Check, deploy, type Finding, fails, ok, outputOf, warning } from './finding.ts'

const database = onFirstUse(() => new DynamoDBClient(AWS_CLIENT))

export const tableCheck: Check = {
  name: 'table',
  rights: ['dynamodb:DescribeTable', 'dynamodb:DescribeTimeToLive', 'dynamodb:DescribeContinuousBackups'],
  async run(deployment) {
    const TableName = outputOf(deployment, 'TableName')
    const isLocal = deployment.stage === undefined
    const [{ Table }, { TimeToLiveDescription }, backups] = await Promise.all([
      database.send(new DescribeTableCommand({ TableName })),
      database.send(new DescribeTimeToLiveCommand({ TableName })),
      // DynamoDB Local has no backups.
      isLocal ? undefined : database.send(new DescribeContinuousBackupsCommand({ TableName })),
    ])
    const recovery = backups?.ContinuousBackupsDescription?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus
    return judgeTable(
      {
        status: Table?.TableStatus,
        expiry: TimeToLiveDescription?.TimeToLiveStatus,
        ...(!isLocal && { recovery, protection: Table?.DeletionProtectionEnabled }),
      },
      deploy(deployment),
    )
  },
}

/** Checks status, expiry, recovery and protection of the table. Absent properties are not checked. */
export function judgeTable(
  table: {
    readonly status: string | undefined
    readonly expiry: string | undefined
    readonly recovery?: string
    readonly protection?: boolean
  },
  redeploy: string,
): Finding[] {
  const findings: Finding[] = []
  if (table.status !== 'ACTIVE') findings.push(fails(`it is ${table.status}`, 'aws dynamodb describe-table'))
  if (table.expiry !== 'ENABLED' && table.expiry !== 'ENABLING')
    findings.push(fails('time to live is off: items do not expire', redeploy))
  if ('recovery' in table && table.recovery !== 'ENABLED')
    findings.push(fails('point-in-time recovery is off: accidental deletions cannot be undone', redeploy))
  if ('protection' in table && !table.protection)
    findings.push(warning('it is not protected against deletion', redeploy))
  if (findings.length > 0) return findings
  return [ok('recovery' in table ? 'active; expiry, recovery and protection are on' : 'active; expiry is on')]
}
