import type { Grant } from '@replywright/cloud/iam'

/** Grants that tests cannot use, with the reason. */
export interface GrantException extends Partial<Pick<Grant, 'action'>> {
  /** The beginning of the role's logical id. */
  readonly role: string
  /** A part of the resource. @default any resource */
  readonly resource?: string
  readonly reason: string
}

/** An exception fails the run if it matches no grant, or a grant that a test used. */
export const exceptions: readonly GrantException[] = [
  {
    role: 'Operator',
    reason: 'Operators assume this role. The commands of tests use the credentials of the administrator.',
  },
  {
    role: 'SiteCopier',
    reason: 'CloudFormation runs this function of the CDK. The embedded cloud copies the files itself.',
  },
  {
    role: 'CustomS3AutoDeleteObjects',
    reason: 'CloudFormation runs this function of the CDK when the site is deleted. Nothing is deleted here.',
  },
  {
    role: 'Answer',
    action: 'bedrock:InvokeModel',
    reason: 'Amazon Bedrock is not hosted here. Tests use the simulated server of models.',
  },
  {
    role: 'Schedules',
    action: 'sqs:SendMessage',
    resource: 'SchedulesDeadLetters',
    reason: 'EventBridge Scheduler uses it when the queue of windows refuses a message for a day.',
  },
  {
    role: 'DashboardSessionSignUp',
    action: 'cognito-idp:AdminDeleteUser',
    reason: 'An account is created again when its temporary password has expired, after seven days.',
  },
  ...['DocumentsQueue', 'ReplaysQueue', 'TurnsQueue', 'WindowsQueue'].map((resource) => ({
    role: 'DashboardOperationsReconcile',
    action: 'sqs:SendMessage',
    resource,
    reason: 'Its test loses a delivery. The messages of other kinds are tested with the command, as the administrator.',
  })),
  {
    role: 'DashboardOperationsCheck',
    action: 'dynamodb:DescribeContinuousBackups',
    reason: 'DynamoDB Local has no backups, so the check of the table does not ask for them here.',
  },
]
