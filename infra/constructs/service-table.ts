import {
  AttributeType,
  Billing,
  Capacity,
  CfnGlobalTable,
  ProjectionType,
  StreamViewType,
  type TablePropsV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb'
import { Effect } from 'aws-cdk-lib/aws-iam'
import { Aspects, Lazy, RemovalPolicy, Stack } from 'aws-cdk-lib/core'
import { Construct } from 'constructs'
import type { Settings } from '../settings.ts'
import { acknowledgeWildcard } from './acknowledge.ts'
import type { ServiceFunction } from './service-function.ts'
import type { ServiceKey } from './service-key.ts'

const INDEX = 'gsi1'
/** Conversations sorted by last activity. It contains keys only, so that a message need not update it. */
const ACTIVITY_INDEX = 'gsi2'
export const TABLE_INDEXES = [INDEX, ACTIVITY_INDEX] as const

/**
 * DynamoDB actions that functions may use. Batch writes are excluded, because they cannot be conditional. Only operators' routes scan
 * and describe the table.
 */
export type TableAction =
  | 'dynamodb:BatchGetItem'
  | 'dynamodb:ConditionCheckItem'
  | 'dynamodb:DeleteItem'
  | 'dynamodb:DescribeContinuousBackups'
  | 'dynamodb:DescribeTable'
  | 'dynamodb:DescribeTimeToLive'
  | 'dynamodb:GetItem'
  | 'dynamodb:PutItem'
  | 'dynamodb:Query'
  | 'dynamodb:Scan'
  | 'dynamodb:UpdateItem'

/** The beginning of the partition keys of the audit log. */
const AUDIT_PREFIX = 'audit#'
/** Creating an entry, and adding its outcome. */
const AUDIT_WRITES = ['dynamodb:PutItem', 'dynamodb:UpdateItem'] as const
type AuditWrite = (typeof AUDIT_WRITES)[number]

interface ServiceTableProps {
  /** Encrypts the table. @default AWS's own key */
  readonly encryptionKey?: ServiceKey
  readonly deletionProtection: boolean
  readonly settings: TableSettings
}

type TableSettings = Pick<
  Settings,
  | 'tableBilling'
  | 'tableMinimumReads'
  | 'tableMaximumReads'
  | 'tableMinimumWrites'
  | 'tableMaximumWrites'
  | 'tableWarmReads'
  | 'tableWarmWrites'
>

/** Scaling takes minutes. Until then, the rest of the throughput and DynamoDB's burst capacity serve a higher load. */
const TARGET_UTILIZATION_PERCENT = 60

function billingOf(settings: TableSettings): Billing {
  if (settings.tableBilling === 'on-demand') return Billing.onDemand()
  const between = (minCapacity: number, maxCapacity: number) =>
    // CloudFormation requires the seed for a table that was on demand before.
    Capacity.autoscaled({
      minCapacity,
      maxCapacity,
      seedCapacity: minCapacity,
      targetUtilizationPercent: TARGET_UTILIZATION_PERCENT,
    })
  return Billing.provisioned({
    readCapacity: between(settings.tableMinimumReads, settings.tableMaximumReads),
    writeCapacity: between(settings.tableMinimumWrites, settings.tableMaximumWrites),
  })
}

/** Returns the throughput for which the table and its indexes are prepared, if the settings have one. */
function warmOf({ tableWarmReads, tableWarmWrites }: TableSettings): Pick<TablePropsV2, 'warmThroughput'> {
  if (tableWarmReads === undefined || tableWarmWrites === undefined) return {}
  return { warmThroughput: { readUnitsPerSecond: tableWarmReads, writeUnitsPerSecond: tableWarmWrites } }
}

/** The single table. Its stream sends new items with an `out` attribute to the relay. */
export class ServiceTable extends Construct {
  readonly table: TableV2
  readonly #encryptionKey: ServiceKey | undefined
  readonly #granted = new Map<ServiceFunction, Set<TableAction>>()
  readonly #auditors = new Map<ServiceFunction, readonly AuditWrite[]>()

  constructor(scope: Construct, id: string, props: ServiceTableProps) {
    super(scope, id)
    this.#encryptionKey = props.encryptionKey
    const warm = warmOf(props.settings)
    this.table = new TableV2(this, 'Table', {
      partitionKey: { name: 'pk', type: AttributeType.STRING },
      sortKey: { name: 'sk', type: AttributeType.STRING },
      globalSecondaryIndexes: [
        {
          indexName: INDEX,
          partitionKey: { name: 'gsi1pk', type: AttributeType.STRING },
          sortKey: { name: 'gsi1sk', type: AttributeType.STRING },
          projectionType: ProjectionType.ALL,
          ...warm,
        },
        {
          indexName: ACTIVITY_INDEX,
          partitionKey: { name: 'gsi2pk', type: AttributeType.STRING },
          sortKey: { name: 'gsi2sk', type: AttributeType.STRING },
          projectionType: ProjectionType.KEYS_ONLY,
          ...warm,
        },
      ],
      billing: billingOf(props.settings),
      ...warm,
      timeToLiveAttribute: 'expiresAt',
      dynamoStream: StreamViewType.NEW_IMAGE,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: props.deletionProtection,
      removalPolicy: RemovalPolicy.RETAIN,
    })
    if (props.encryptionKey) encrypt(this.table, props.encryptionKey)
    this.node.addValidation({ validate: () => this.#replicaProblems() })
  }

  #replicaProblems(): string[] {
    const replicas: unknown = Stack.of(this).resolve(resourceOf(this.table).replicas)
    return Array.isArray(replicas) && replicas.length > 1
      ? [
          'The table must not have replicas: the relay of each region would send each message. See "Another region" in docs/operations.md.',
        ]
      : []
  }

  get streamArn(): string {
    return Lazy.string({ produce: () => this.table.tableStreamArn })
  }

  /** Allows `user` to query the index. `grant` covers the other actions. */
  grantQueryIndex(user: ServiceFunction): void {
    user.allow({ actions: ['dynamodb:Query'], resources: [`${this.table.tableArn}/index/${INDEX}`] })
  }

  /** Allows `user` to list conversations sorted by last activity. */
  grantQueryActivity(user: ServiceFunction): void {
    user.allow({ actions: ['dynamodb:Query'], resources: [`${this.table.tableArn}/index/${ACTIVITY_INDEX}`] })
  }

  /** Allows `user` to perform `actions` on the table, not on its indexes. Sets its `TABLE_NAME`. */
  grant(user: ServiceFunction, actions: readonly TableAction[]): void {
    user.allow({ actions: [...actions], resources: [this.table.tableArn] }, { TABLE_NAME: this.table.tableName })
    // The grants of a function are known when the stack is complete.
    if (!this.#granted.has(user))
      Aspects.of(user).add({ visit: (node) => node === user && this.#protectAuditLog(user) })
    this.#granted.set(user, new Set([...(this.#granted.get(user) ?? []), ...actions]))
    this.#encryptionKey?.grantUseVia(user, 'dynamodb')
  }

  /**
   * Allows `user` to perform `actions` only on items whose partition key begins with one of `prefixes`. Omits actions that `grant` has
   * already allowed on all items.
   */
  grantBelow(user: ServiceFunction, actions: readonly TableAction[], prefixes: readonly string[]): void {
    const missing = actions.filter((action) => !this.#granted.get(user)?.has(action))
    if (missing.length === 0) return
    if (!this.#granted.has(user)) this.#encryptionKey?.grantUseVia(user, 'dynamodb')
    user.allow({
      actions: missing,
      resources: [this.table.tableArn],
      conditions: {
        'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': prefixes.map((prefix) => `${prefix}*`) },
        // Without keys, the condition above would be true.
        Null: { 'dynamodb:LeadingKeys': 'false' },
      },
    })
  }

  /** Allows `user` to write entries of the audit log, which the other functions are denied. */
  grantAudit(user: ServiceFunction, writes: readonly AuditWrite[] = AUDIT_WRITES): void {
    this.#auditors.set(user, writes)
    this.grantBelow(user, writes, [AUDIT_PREFIX])
  }

  /**
   * Denies the deletion of entries of the audit log, which are deleted by their time to live, and writing them to functions
   * that record no changes.
   */
  #protectAuditLog(user: ServiceFunction): void {
    const granted = this.#granted.get(user)
    const allowed = this.#auditors.get(user) ?? []
    const writing = AUDIT_WRITES.filter((action) => !allowed.includes(action))
    const denied = (['dynamodb:DeleteItem', ...writing] as const).filter((action) => granted?.has(action))
    if (denied.length === 0) return
    user.allow({
      effect: Effect.DENY,
      actions: [...denied],
      resources: [this.table.tableArn],
      conditions: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': [`${AUDIT_PREFIX}*`] } },
    })
  }

  /** Allows `reader` to read the stream. An event source mapping reads it with these permissions. */
  grantStreamRead(reader: ServiceFunction): void {
    reader.allow({
      actions: ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'],
      resources: [this.streamArn],
    })
    reader.allow({ actions: ['dynamodb:ListStreams'], resources: [`${this.table.tableArn}/stream/*`] })
    acknowledgeWildcard(
      reader,
      this.table,
      '/stream/*',
      'ListStreams applies to a table. It cannot be limited to one stream.',
    )
    this.#encryptionKey?.grantUseVia(reader, 'dynamodb')
  }
}

/** Encrypts `table` with `key`. The CDK's `encryption` property requires a stack with a fixed region. */
function encrypt(table: TableV2, { key }: ServiceKey): void {
  const resource = resourceOf(table)
  resource.sseSpecification = { sseEnabled: true, sseType: 'KMS' }
  resource.addPropertyOverride('Replicas.0.SSESpecification.KMSMasterKeyId', key.keyArn)
}

function resourceOf(table: TableV2): CfnGlobalTable {
  const resource = table.node.findChild('Resource')
  if (!(resource instanceof CfnGlobalTable)) throw new Error(`${resource.node.path} is not a table`)
  return resource
}
