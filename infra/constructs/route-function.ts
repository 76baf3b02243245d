import type { Construct } from 'constructs'
import { ServiceFunction, type ServiceFunctionProps } from './service-function.ts'
import type { ServiceTable } from './service-table.ts'

export interface RouteFunctionProps
  extends Pick<ServiceFunctionProps, 'settings' | 'code' | 'entry' | 'logGroup' | 'timeout' | 'memorySize'> {
  readonly table: ServiceTable
  /** `read` and `public` may only look; `write` may change. */
  readonly access: 'read' | 'write' | 'public'
  /** Absolute URLs in answers begin with it. */
  readonly publicBaseUrl: string
}

/** The function that answers one route of the API. */
export class RouteFunction extends ServiceFunction {
  constructor(scope: Construct, id: string, { table, access, publicBaseUrl, ...props }: RouteFunctionProps) {
    super(scope, id, {
      ...props,
      environment: {
        STAGE: props.settings.stage,
        SERVICE_WINDOW_SECONDS: String(props.settings.serviceWindowSeconds),
        PUBLIC_BASE_URL: publicBaseUrl,
        ...(props.settings.dashboardDomainName && { DASHBOARD_URL: `https://${props.settings.dashboardDomainName}` }),
        ...(access !== 'public' && {
          DASHBOARD_REQUESTS_PER_MINUTE: String(props.settings.dashboardRequestsPerMinute),
        }),
        ...(props.settings.allowPrivateDestinations && { ALLOW_PRIVATE_DESTINATIONS: 'true' }),
      },
    })
    if (access === 'write') table.grantReadWrite(this)
    else table.grantRead(this)
    // When an API key was last used is written down, and requests of users of the dashboard are counted.
    if (access === 'read') table.grantUpdateBelow(this, 'k#', 'requests#')
  }
}
