import {
  AttributeType,
  Billing,
  CfnGlobalTable,
  ProjectionType,
  StreamViewType,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb'
import { Lazy, RemovalPolicy } from 'aws-cdk-lib/core'
import { Construct } from 'constructs'
import { acknowledgeWildcard } from './acknowledge.ts'
import type { ServiceFunction } from './service-function.ts'
import type { ServiceKey } from './service-key.ts'

const INDEX = 'gsi1'
/** Conversations in the order of their activity. Holds keys only, so that a message need not write it. */
const ACTIVITY_INDEX = 'gsi2'

/** What a function may do with items. No function scans, or writes in batches, which cannot be conditional. */
export type TableAction =
  | 'dynamodb:BatchGetItem'
  | 'dynamodb:ConditionCheckItem'
  | 'dynamodb:DeleteItem'
  | 'dynamodb:GetItem'
  | 'dynamodb:PutItem'
  | 'dynamodb:Query'
  | 'dynamodb:UpdateItem'

export interface ServiceTableProps {
  /** Encrypts the table. @default AWS's own key does */
  readonly encryptionKey?: ServiceKey
  readonly deletionProtection: boolean
}

/** The single table. What is put with `out` on it leaves through the stream. */
export class ServiceTable extends Construct {
  readonly table: TableV2
  readonly #encryptionKey: ServiceKey | undefined
  readonly #granted = new Map<ServiceFunction, Set<TableAction>>()

  constructor(scope: Construct, id: string, props: ServiceTableProps) {
    super(scope, id)
    this.#encryptionKey = props.encryptionKey
    this.table = new TableV2(this, 'Table', {
      partitionKey: { name: 'pk', type: AttributeType.STRING },
      sortKey: { name: 'sk', type: AttributeType.STRING },
      globalSecondaryIndexes: [
        {
          indexName: INDEX,
          partitionKey: { name: 'gsi1pk', type: AttributeType.STRING },
          sortKey: { name: 'gsi1sk', type: AttributeType.STRING },
          projectionType: ProjectionType.ALL,
        },
        {
          indexName: ACTIVITY_INDEX,
          partitionKey: { name: 'gsi2pk', type: AttributeType.STRING },
          sortKey: { name: 'gsi2sk', type: AttributeType.STRING },
          projectionType: ProjectionType.KEYS_ONLY,
        },
      ],
      billing: Billing.onDemand(),
      timeToLiveAttribute: 'expiresAt',
      dynamoStream: StreamViewType.NEW_IMAGE,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: props.deletionProtection,
      removalPolicy: RemovalPolicy.RETAIN,
    })
    if (props.encryptionKey) encrypt(this.table, props.encryptionKey)
  }

  /** ARN of the stream of new items. */
  get streamArn(): string {
    return Lazy.string({ produce: () => this.table.tableStreamArn })
  }

  /** Lets `user` query the index; `grant` lets it do the rest. */
  grantQueryIndex(user: ServiceFunction): void {
    user.allow({ actions: ['dynamodb:Query'], resources: [`${this.table.tableArn}/index/${INDEX}`] })
  }

  /** Lets `user` list conversations in the order of their activity. */
  grantQueryActivity(user: ServiceFunction): void {
    user.allow({ actions: ['dynamodb:Query'], resources: [`${this.table.tableArn}/index/${ACTIVITY_INDEX}`] })
  }

  /** Lets `user` do `actions` with items of the table, not of its index; tells it the table as `TABLE_NAME`. */
  grant(user: ServiceFunction, actions: readonly TableAction[]): void {
    user.allow({ actions: [...actions], resources: [this.table.tableArn] }, { TABLE_NAME: this.table.tableName })
    this.#granted.set(user, new Set([...(this.#granted.get(user) ?? []), ...actions]))
    this.#encryptionKey?.grantUseVia(user, 'dynamodb')
  }

  /**
   * Lets `user` do `actions` with items whose partition begins with one of `prefixes`, and with no others. What `grant` has let it do
   * with all items is left out.
   */
  grantBelow(user: ServiceFunction, actions: readonly TableAction[], prefixes: readonly string[]): void {
    const missing = actions.filter((action) => !this.#granted.get(user)?.has(action))
    if (missing.length === 0) return
    user.allow({
      actions: missing,
      resources: [this.table.tableArn],
      conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': prefixes.map((prefix) => `${prefix}*`) } },
    })
  }

  /** Lets `reader` read the stream, as an event source mapping does on its behalf. */
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
      'ListStreams knows tables only; it has no single stream to name.',
    )
    this.#encryptionKey?.grantUseVia(reader, 'dynamodb')
  }
}

/** Encrypts `table` with `key`. The CDK's own way works in stacks for one given region only. */
function encrypt(table: TableV2, { key }: ServiceKey): void {
  const resource = table.node.findChild('Resource')
  if (!(resource instanceof CfnGlobalTable)) throw new Error(`${resource.node.path} is not a table`)
  resource.sseSpecification = { sseEnabled: true, sseType: 'KMS' }
  resource.addPropertyOverride('Replicas.0.SSESpecification.KMSMasterKeyId', key.keyArn)
}
