import { join } from 'node:path'
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { ILogGroup } from 'aws-cdk-lib/aws-logs'
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3'
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment'
import { CfnResource, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib/core'
import { Construct, type IConstruct } from 'constructs'
import { acknowledge, acknowledgeWildcard } from '../constructs/acknowledge.ts'
import { createLogGroup } from '../constructs/service-function.ts'
import type { Settings } from '../settings.ts'

/** The folder of files whose names change with their content. */
const HASHED = 'assets'

interface DashboardSiteProps {
  readonly settings: Settings
  /** Folder of the built pages: `index.html` and the files it loads. */
  readonly site: string
}

/** The files of the dashboard, in a private bucket that can be recreated at any time. */
export class DashboardSite extends Construct {
  readonly bucket: Bucket

  constructor(scope: Construct, id: string, { settings, site }: DashboardSiteProps) {
    super(scope, id)
    this.bucket = new Bucket(this, 'Bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      removalPolicy: RemovalPolicy.DESTROY,
      // S3 rejects the deletion of a bucket that contains objects.
      autoDeleteObjects: true,
    })
    acknowledge(this.bucket, 'AwsSolutions-S1', 'Only the distribution reads it. These files are public.')
    const copying = {
      ...copier(this, settings),
      destinationBucket: this.bucket,
      // Open pages still load files of their own version.
      prune: false,
    }
    const hashed = new BucketDeployment(this, 'Hashed', {
      ...copying,
      sources: [Source.asset(join(site, HASHED))],
      destinationKeyPrefix: HASHED,
      cacheControl: [CacheControl.setPublic(), CacheControl.maxAge(Duration.days(365)), CacheControl.immutable()],
    })
    const named = new BucketDeployment(this, 'Named', {
      ...copying,
      sources: [Source.asset(site, { exclude: [HASHED] })],
      cacheControl: [CacheControl.noCache()],
    })
    acknowledgeCopier(this.bucket, copying.role)
    // Files must exist before a page refers to them.
    named.node.addDependency(hashed)
    // Deletion runs in reverse order: the bucket is emptied after copying has stopped.
    hashed.node.addDependency(
      bucketEmptier(this.bucket, createLogGroup(this, 'EmptierLogs', settings.logRetentionDays)),
    )
  }
}

/** Creates the role and log group of the CDK's function that copies files. They replace an AWS managed policy. */
function copier(scope: Construct, settings: Settings) {
  const logGroup = createLogGroup(scope, 'CopierLogs', settings.logRetentionDays)
  const logs = new PolicyStatement({
    actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    resources: [logGroup.logGroupArn],
  })
  const role = new Role(scope, 'CopierRole', {
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    inlinePolicies: { Logs: new PolicyDocument({ statements: [logs] }) },
  })
  return { role, logGroup }
}

/** Acknowledges the permissions and the runtime of the CDK's function, which the CDK does not allow to narrow. */
function acknowledgeCopier(bucket: Bucket, role: Role): void {
  const stack = Stack.of(bucket)
  const reason = 'The CDK’s function copies all files of the assets from their bucket to this one.'
  for (const action of ['s3:Abort*', 's3:DeleteObject*', 's3:GetBucket*', 's3:GetObject*', 's3:List*'])
    acknowledge(role, `AwsSolutions-IAM5[Action::${action}]`, reason)
  const assets = `arn:<AWS::Partition>:s3:::cdk-${stack.synthesizer.bootstrapQualifier}-assets-<AWS::AccountId>-<AWS::Region>`
  acknowledge(role, `AwsSolutions-IAM5[Resource::${assets}/*]`, reason)
  acknowledgeWildcard(role, bucket, '/*', reason)
  const copier = stack.node.children.find(({ node }) => node.id.startsWith('Custom::CDKBucketDeployment'))
  if (!copier) throw new Error('The CDK’s function that copies files is not at its expected path')
  acknowledge(copier, 'AwsSolutions-L1', 'The CDK chooses the runtime of its own function.')
}

/**
 * Returns the custom resource that empties `bucket` on deletion. The CDK creates it for `autoDeleteObjects`. Its function first blocks
 * further writes to the bucket. This replaces the role's AWS managed policy by one that permits only writing to `logs`. The bucket
 * policy allows the function to empty the bucket.
 */
function bucketEmptier(bucket: Bucket, logs: ILogGroup): IConstruct {
  const provider = Stack.of(bucket).node.findChild('Custom::S3AutoDeleteObjectsCustomResourceProvider')
  const [role, handler] = ['Role', 'Handler'].map((id) => provider.node.findChild(id))
  if (!CfnResource.isCfnResource(role) || !CfnResource.isCfnResource(handler))
    throw new Error('The CDK’s function that empties buckets is not at its expected path')
  const Statement = [
    { Effect: 'Allow', Action: ['logs:CreateLogStream', 'logs:PutLogEvents'], Resource: logs.logGroupArn },
  ]
  role.addPropertyDeletionOverride('ManagedPolicyArns')
  role.addPropertyOverride('Policies', [{ PolicyName: 'Logs', PolicyDocument: { Version: '2012-10-17', Statement } }])
  handler.addPropertyOverride('LoggingConfig', { LogGroup: logs.logGroupName })
  return bucket.node.findChild('AutoDeleteObjectsCustomResource')
}
