import { CloudWatchClient } from '@aws-sdk/client-cloudwatch'
import { AWS_CLIENT } from '../../platform/aws-client.ts'
import { onFirstUse } from '../../platform/on-first-use.ts'

/** The client of CloudWatch. */
export const cloudWatch = /* @__PURE__ */ onFirstUse(() => new CloudWatchClient(AWS_CLIENT))
