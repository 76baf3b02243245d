import { BackupPlan, BackupPlanRule, BackupResource, BackupVault, CfnBackupVault } from 'aws-cdk-lib/aws-backup'
import { Schedule } from 'aws-cdk-lib/aws-events'
import { AccountPrincipal, ManagedPolicy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Key } from 'aws-cdk-lib/aws-kms'
import { Arn, ArnFormat, Duration, RemovalPolicy } from 'aws-cdk-lib/core'
import { Construct } from 'constructs'
import { acknowledge } from './acknowledge.ts'

/** The managed policies of AWS Backup for DynamoDB and S3. */
const POLICIES = ['service-role/AWSBackupServiceRolePolicyForBackup', 'AWSBackupServiceRolePolicyForS3Backup'] as const

/** A daily backup of the data, and its copy in a vault of another region or account. */
export class BackupCopies extends Construct {
  /** Not a reference, with which the stack of the alarms would prevent the removal of the vault. */
  readonly vaultName: string
  readonly copyVaultName: string

  constructor(
    scope: Construct,
    id: string,
    props: {
      /** ARNs of the table and the bucket. */
      readonly resources: readonly string[]
      readonly copyVaultArn: string
      readonly days: number
    },
  ) {
    super(scope, id)
    const deleteAfter = Duration.days(props.days)
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
    const backupVault = new BackupVault(this, 'Vault', {
      encryptionKey: key,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    })
    const vault = backupVault.node.defaultChild
    if (!(vault instanceof CfnBackupVault)) throw new Error('The resource of a vault is not at its expected path')
    this.vaultName = vault.backupVaultName
    this.copyVaultName = copies.backupVaultName
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
    const plan = new BackupPlan(this, 'Plan', { backupVault })
    plan.addRule(
      new BackupPlanRule({
        ruleName: 'daily',
        scheduleExpression: Schedule.cron({ hour: '3', minute: '0' }),
        deleteAfter,
        copyActions: [{ destinationBackupVault: copies, deleteAfter }],
      }),
    )
    plan.addSelection('Data', { role, resources: props.resources.map((arn) => BackupResource.fromArn(arn)) })
  }
}
