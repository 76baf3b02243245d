import type { LambdaService } from '../lambda/lambda-service.ts'

/** A Lambda service that refuses to invoke a function which the template gives the caller no permission to. */
export function permittedLambda(lambda: LambdaService, mayInvoke: (functionArn: string) => boolean): LambdaService {
  return {
    ...lambda,
    async invoke(functionArnOrName, event) {
      if (mayInvoke(functionArnOrName)) return lambda.invoke(functionArnOrName, event)
      throw new Error(`No AWS::Lambda::Permission lets the caller invoke ${functionArnOrName}`)
    },
  }
}
