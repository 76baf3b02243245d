import { text } from 'node:stream/consumers'

/** Resources whose replacement or removal loses data, work, secrets, or an address that others use. */
const VALUABLE: readonly string[] = [
  'AWS::ApiGateway::DomainName',
  'AWS::ApiGateway::RestApi',
  'AWS::ApiGateway::UsagePlan',
  'AWS::Backup::BackupVault',
  'AWS::CloudFront::Distribution',
  'AWS::Cognito::UserPool',
  'AWS::Cognito::UserPoolClient',
  'AWS::DynamoDB::GlobalTable',
  'AWS::KMS::Key',
  'AWS::Lambda::Url',
  'AWS::S3::Bucket',
  'AWS::SNS::Topic',
  'AWS::SQS::Queue',
  'AWS::Scheduler::ScheduleGroup',
]

/** A resource in the output of `cdk diff`: `[~] <type> <construct path> <logical id> replace`. */
const CHANGE = /^\[[-~+]\] (AWS::\S+) .*?(replace|may be replaced|destroy|orphan)$/

/** A removed output that the CDK created because another stack imports it. CloudFormation keeps an export in use. */
const EXPORT = /^\[-\] Output .*\bExportsOutput/

/** Returns the lines of a text of `cdk diff` that say that an export of a stack is removed. */
export function removedExportsIn(diff: string): string[] {
  return diff.split('\n').filter((line) => EXPORT.test(line.trimEnd()))
}

/** Returns the lines of a text of `cdk diff` that say that a resource with data is replaced or removed. */
export function lossesIn(diff: string): string[] {
  return diff.split('\n').filter((line) => VALUABLE.includes(CHANGE.exec(line.trimEnd())?.[1] ?? ''))
}

if (import.meta.main) {
  const diff = await text(process.stdin)
  const removed = removedExportsIn(diff)
  if (removed.length > 0) {
    process.stderr.write(
      `The deployment would remove exports that stacks of the stage import:\n  ${removed.join('\n  ')}\nCloudFormation refuses that, because a stack is deployed before those that use it. Keep the export for one release (exportValue), and remove it in the next (docs/upgrade.md).\n`,
    )
    process.exitCode = 1
  }
  const losses = lossesIn(diff)
  if (losses.length > 0) {
    process.stderr.write(
      `The deployment would replace or remove resources with data:\n  ${losses.join('\n  ')}\nKeep their logical ids and these properties (docs/upgrade.md). If the loss is intended, add the label "replaces-data".\n`,
    )
    process.exitCode = 1
  }
}
