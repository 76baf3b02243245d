import type { Construct } from 'constructs'
import { dashboardUrlOf } from '../settings.ts'
import { ServiceFunction, type ServiceFunctionProps } from './service-function.ts'
import type { ServiceTable } from './service-table.ts'

interface RouteFunctionProps
  extends Pick<ServiceFunctionProps, 'settings' | 'code' | 'entry' | 'logGroup' | 'timeout' | 'memorySize'> {
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
