import { CognitoIdentityProvider } from '@aws-sdk/client-cognito-identity-provider'
import { checkModel, checkTranscribe } from '@replywright/core/agents/models/check-model.ts'
import {
  type Check,
  type Deployment,
  deploy,
  type Finding,
  fails,
  notApplicable,
  ok,
  ops,
  outputOf,
  warning,
} from '@replywright/core/operations/doctor/check.ts'
import * as v from 'valibot'
import { exportCredentials } from '../../../target.ts'
import { awsGet } from '../aws-get.ts'

const SesAccount = v.object({
  ProductionAccessEnabled: v.optional(v.boolean(), false),
  SendingEnabled: v.optional(v.boolean(), false),
  EnforcementStatus: v.optional(v.string(), ''),
})
const PRODUCTION =
  'aws sesv2 put-account-details --production-access-enabled --mail-type TRANSACTIONAL --website-url … --use-case-description …'

export const mailCheck: Check = {
  name: 'mail',
  rights: ['cognito-idp:DescribeUserPool', 'ses:GetAccount'],
  async run(deployment) {
    const { stage, signal } = deployment
    if (stage === undefined) return notApplicable('mails of the dashboard are not sent locally')
    const { UserPool } = await new CognitoIdentityProvider({}).describeUserPool({
      UserPoolId: outputOf(deployment, 'UserPoolId'),
    })
    if (UserPool?.EmailConfiguration?.EmailSendingAccount !== 'DEVELOPER') return judgeMail(undefined, deployment)
    return judgeMail(await awsGet('ses', '/v2/email/account', SesAccount, signal), deployment)
  },
}

/** Checks whether mails can be sent. `account` is the Amazon SES account, or undefined if Cognito sends the mails. */
export function judgeMail(
  account: v.InferOutput<typeof SesAccount> | undefined,
  deployment: Pick<Deployment, 'stage'>,
): Finding {
  if (!account)
    return warning(
      'Cognito sends the mails of the dashboard: at most 50 per day for the whole account',
      `verify a domain in Amazon SES, then ${deploy(deployment, 'mailFrom=…')}`,
    )
  if (!account.SendingEnabled || account.EnforcementStatus === 'SHUTDOWN')
    return fails('Amazon SES does not send mails for this account', 'Amazon SES console, Account dashboard')
  if (!account.ProductionAccessEnabled)
    return fails('Amazon SES is in sandbox mode: it sends to verified addresses only', PRODUCTION)
  return ok('Amazon SES sends the mails of the dashboard')
}

export const modelCheck: Check = {
  name: 'model',
  rights: ['bedrock:InvokeModel', 'dynamodb:GetItem', 'kms:Decrypt'],
  async run(deployment) {
    await exportCredentials()
    const { choice, milliseconds, calledTool, problem } = await checkModel(undefined, deployment.now)
    const where = choice?.kind === 'server' ? choice.baseUrl : `Amazon Bedrock in ${process.env.AWS_REGION}`
    const named = choice ? `${choice.id} at ${where}` : 'agents'
    if (problem) return fails(`${named}: ${problem.reason}`, problem.remedy)
    if (!calledTool)
      return warning(
        `${named} called no tool, although the prompt requires it`,
        ops('model check --model …', deployment),
      )
    return ok(`${named} responds in ${milliseconds} ms, and calls tools`)
  },
}

export const voiceCheck: Check = {
  name: 'voice',
  rights: ['transcribe:StartStreamTranscription'],
  async run(deployment) {
    const { TRANSCRIBE_LANGUAGES: languages, AWS_REGION: region } = process.env
    if (!languages) return notApplicable('voice messages are transcribed by the model server, if there is one')
    await exportCredentials()
    try {
      await checkTranscribe(languages, deployment.signal)
      return ok(`Amazon Transcribe in ${region} hears ${languages}`)
    } catch (error) {
      const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
      return fails(
        `Amazon Transcribe in ${region} refuses streams: ${reason}`,
        deploy(deployment, 'transcribeLanguages=… (languages and regions: docs/deploy.md)'),
      )
    }
  },
}
