import { checkModel } from '@messaging/core/agents/models/check-model.ts'
import { type Check, fails, ok, ops, warning } from '@messaging/core/operations/doctor/finding.ts'
import { exportCredentials } from '../../../export-credentials.ts'

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
