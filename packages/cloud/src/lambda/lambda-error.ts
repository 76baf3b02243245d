/** An error of the Invoke call itself, with Lambda's name. Errors of a function are payloads. */
export class LambdaError extends Error {
  override name: string
  readonly statusCode: number
  constructor(name: string, statusCode: number, message: string) {
    super(message)
    this.name = name
    this.statusCode = statusCode
  }
}

export function functionNotFound(arn: string): LambdaError {
  return new LambdaError('ResourceNotFoundException', 404, `Function not found: ${arn}`)
}

export function requestTooLarge(limitBytes: number): LambdaError {
  const message = `Request must be smaller than ${limitBytes} bytes for the InvokeFunction operation`
  return new LambdaError('RequestTooLargeException', 413, message)
}

/** The error for an exhausted concurrency limit of the function or the account. */
export function throttled(): LambdaError {
  return new LambdaError('TooManyRequestsException', 429, 'Rate Exceeded.')
}

/** The error for an invocation that continues a loop. */
export function recursive(fn: string): LambdaError {
  const message = `Lambda detected ${fn} in a recursive loop with other AWS resources and stopped its invocation`
  return new LambdaError('RecursiveInvocationException', 400, message)
}

/** The error for invocations while the service is stopping. */
export function stopping(): LambdaError {
  return new LambdaError('ServiceException', 500, 'Lambda is stopping')
}
