import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup'
import { Schedule } from 'aws-cdk-lib/aws-events'
import { AccountPrincipal, ManagedPolicy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Key } from 'aws-cdk-lib/aws-kms'
import { Arn, ArnFormat, CfnOutput, Duration, Fn, RemovalPolicy, Stack } from 'aws-cdk-lib/core'
import { Construct } from 'constructs'
import { acknowledge } from './acknowledge.ts'

/** The managed policies of AWS Backup for DynamoDB and S3. */
const POLICIES = ['service-role/AWSBackupServiceRolePolicyForBackup', 'AWSBackupServiceRolePolicyForS3Backup'] as const

/**
 * How long a backup remains in the own region. Every backup of a table is a full one, and point-in-time recovery covers the same
 * time at a third of the price: here it is only the source of its copy.
 */
const SOURCE_DAYS = 1
/** How long copies of daily backups are kept. */
const DAILY_DAYS = 7

/** Names a vault by a part of its stack's id. A stage that is deployed again after its removal meets the retained vault of the first one. */
const vaultNameOf = (stackPart: string) => `messaging-backups-${stackPart}`

/** Exports the part of the stack's id that names the vault. Always: an export that another stack uses cannot be removed. */
export function exportVaultName(stack: Stack): void {
  new CfnOutput(stack, 'VaultPart', { value: partOf(stack), exportName: exportNameOf(stack) })
}

/** Returns the first part of the UUID in the stack's id. */
function partOf({ stackId }: Stack): string {
  return Fn.select(0, Fn.split('-', Fn.select(2, Fn.split('/', stackId))))
}

function exportNameOf(stack: Stack): string {
  return `${stack.stackName}-VaultPart`
}

/**
 * Backups of the data, and their copies in a vault of another region or account: of the table every day and every week, of the bucket
 * every week, because each backup of a bucket reads the tags of all its objects.
 */
export class BackupCopies extends Construct {
  /** For other stacks. Not a reference to the vault, with which the stack of the alarms would prevent its removal. */
  readonly vaultName: string
  readonly copyVaultName: string

  constructor(
    scope: Construct,
    id: string,
    props: {
      readonly tableArn: string
      readonly bucketArn: string
      readonly copyVaultArn: string
      /** How long copies of weekly backups are kept. */
      readonly days: number
      /** Whether the vault remains without a plan. A vault that was removed from the template cannot return under its name. */
      readonly paused: boolean
    },
  ) {
    super(scope, id)
    const copies = BackupVault.fromBackupVaultArn(this, 'Copies', props.copyVaultArn)
    const { account = '' } = Arn.split(props.copyVaultArn, ArnFormat.COLON_RESOURCE_NAME)
    // AWS Backup copies to another account only from a vault with a key that the other account may use.
    const key = new Key(this, 'Key', {
      description: 'Encrypts the backups of the messaging service',
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    })
    const copier = new AccountPrincipal(account)
    key.grantEncryptDecrypt(copier)
    key.grant(copier, 'kms:DescribeKey')
    key.addToResourcePolicy(
      new PolicyStatement({
        principals: [copier],
        actions: ['kms:CreateGrant', 'kms:ListGrants', 'kms:RevokeGrant'],
        resources: ['*'],
        conditions: { Bool: { 'kms:GrantIsForAWSResource': 'true' } },
      }),
    )
    const stack = Stack.of(this)
    const backupVaultName = vaultNameOf(partOf(stack))
    const backupVault = new BackupVault(this, 'Vault', {
      backupVaultName,
      encryptionKey: key,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    })
    this.vaultName = vaultNameOf(Fn.importValue(exportNameOf(stack)))
    this.copyVaultName = copies.backupVaultName
    if (props.paused) return
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('backup.amazonaws.com'),
      managedPolicies: POLICIES.map((name) => ManagedPolicy.fromAwsManagedPolicyName(name)),
    })
    for (const name of POLICIES)
      acknowledge(
        role,
        `AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/${name}]`,
        'AWS maintains what AWS Backup needs for a service in this policy.',
      )
    const rule = (ruleName: string, scheduleExpression: Schedule, days: number) =>
      new BackupPlanRule({
        ruleName,
        scheduleExpression,
        deleteAfter: Duration.days(SOURCE_DAYS),
        copyActions: [{ destinationBackupVault: copies, deleteAfter: Duration.days(days) }],
      })
    const daily = Schedule.cron({ hour: '3', minute: '0' })
    const weekly = Schedule.cron({ weekDay: 'SUN', hour: '5', minute: '0' })
    const ofTable = new BackupPlan(this, 'Plan', { backupVault })
    ofTable.addRule(rule('daily', daily, Math.min(DAILY_DAYS, props.days)))
    ofTable.addRule(rule('weekly', weekly, props.days))
    ofTable.addSelection('Data', { role, resources: [BackupResource.fromArn(props.tableArn)] })
    const ofBucket = new BackupPlan(this, 'Files', { backupVault })
    ofBucket.addRule(rule('weekly', weekly, props.days))
    ofBucket.addSelection('Data', { role, resources: [BackupResource.fromArn(props.bucketArn)] })
  }
}
