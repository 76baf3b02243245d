import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Construct } from 'constructs'
import { dashboardUrlOf } from '../settings.ts'
import { ServiceFunction, type ServiceFunctionProps } from './service-function.ts'
import type { ServiceTable } from './service-table.ts'

interface RouteFunctionProps
  extends Pick<
    ServiceFunctionProps,
    'settings' | 'code' | 'entry' | 'functionName' | 'logGroup' | 'timeout' | 'memorySize'
  > {
  readonly table: ServiceTable
  readonly method: string
  /** Callers of a `public` route are not authenticated. */
  readonly access: 'read' | 'write' | 'public'
  /** Whether its calls are recorded in the audit log. */
  readonly isAudited: boolean
  /** Prefix of absolute URLs in responses. */
  readonly publicBaseUrl: string
  /** The operation whose requests the function records in the request log. @default it records none */
  readonly recordedAs?: string
}

export class RouteFunction extends ServiceFunction {
  readonly #props: Pick<RouteFunctionProps, 'table' | 'method' | 'access' | 'isAudited' | 'recordedAs'>

  constructor(scope: Construct, id: string, props: RouteFunctionProps) {
    const { table, method, access, isAudited, publicBaseUrl, recordedAs, ...rest } = props
    const dashboardUrl = dashboardUrlOf(props.settings)
    super(scope, id, {
      ...rest,
      environment: {
        STAGE: props.settings.stage,
        TABLE_NAME: table.table.tableName,
        SERVICE_WINDOW_SECONDS: String(props.settings.serviceWindowSeconds),
        PUBLIC_BASE_URL: publicBaseUrl,
        ...(dashboardUrl && { DASHBOARD_URL: dashboardUrl }),
        ...(access !== 'public' && {
          DASHBOARD_REQUESTS_PER_MINUTE: String(props.settings.dashboardRequestsPerMinute),
        }),
        ...(recordedAs !== undefined && { REQUEST_LOG_OPERATION: recordedAs }),
        ...(props.settings.allowPrivateDestinations && { ALLOW_PRIVATE_DESTINATIONS: 'true' }),
      },
    })
    this.#props = props
  }

  /** Grants what every authenticated route needs. Call it after the route's own rights, to grant nothing twice. */
  allowCommon(): void {
    const { table, method, access, isAudited, recordedAs } = this.#props
    if (isAudited) table.grantAudit(this)
    if (access === 'public') return
    table.grant(this, ['dynamodb:GetItem'])
    // Routes record the last use of an API key, and count the requests of dashboard users.
    table.grantBelow(this, ['dynamodb:UpdateItem'], ['k#', 'requests#'])
    if (recordedAs !== undefined) table.grantBelow(this, ['dynamodb:PutItem'], ['apiRequests#'])
    // A POST may carry an Idempotency-Key.
    if (method === 'POST' && access === 'write')
      table.grantBelow(this, ['dynamodb:PutItem', 'dynamodb:UpdateItem'], ['idempotency#'])
  }
}

const ROLES = 4
/** The inline policies of a role have at most 10,240 characters. The ARN of a function has up to 120. */
const FUNCTIONS_OF_A_ROLE = 80

interface InvokingRole {
  readonly role: Role
  readonly policy: PolicyDocument
  readonly functions: Set<string>
}

/**
 * The roles that API Gateway assumes to invoke functions. A resource policy for each function would take more resources than a stack
 * can have.
 */
export class InvokingRoles extends Construct {
  readonly #roles = new Map<string, InvokingRole>()

  /**
   * Returns the role that can invoke the function. A function never changes its role: the former one would lose the permission before
   * the API's next deployment uses the other.
   * `id` is the address of its construct. @throws Error if the role has too many functions
   */
  roleFor(id: string, functionArn: string): Role {
    const part = `Part${Number.parseInt(id.slice(-4), 16) % ROLES}`
    const { role, policy, functions } = this.#roles.get(part) ?? this.#addRole(part)
    if (functions.has(functionArn)) return role
    if (functions.add(functionArn).size > FUNCTIONS_OF_A_ROLE) throw new Error(`${this.node.path} needs more roles`)
    policy.addStatements(new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [functionArn] }))
    return role
  }

  #addRole(part: string): InvokingRole {
    const policy = new PolicyDocument({ minimize: true })
    const role = new Role(this, part, {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      inlinePolicies: { Invoke: policy },
    })
    const added = { role, policy, functions: new Set<string>() }
    this.#roles.set(part, added)
    return added
  }
}
