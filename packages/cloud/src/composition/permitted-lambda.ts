import type { LambdaService } from '../lambda/lambda-service.ts'

/** Builds a Lambda service that rejects invocations for which the template gives the caller no permission. */
export function permittedLambda(lambda: LambdaService, mayInvoke: (functionArn: string) => boolean): LambdaService {
  return {
    ...lambda,
    async invoke(functionArnOrName, event) {
      if (mayInvoke(functionArnOrName)) return lambda.invoke(functionArnOrName, event)
      throw new Error(`Neither an AWS::Lambda::Permission nor a role allows the caller to invoke ${functionArnOrName}`)
    },
  }
}
