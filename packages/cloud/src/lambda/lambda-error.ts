/** An error of the Invoke call itself, as Lambda's API names it; what a function throws is a payload instead. */
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

/** The function or the account runs as many executions as it may. */
export function throttled(): LambdaError {
  return new LambdaError('TooManyRequestsException', 429, 'Rate Exceeded.')
}

/** The service is stopping and takes no more invocations. */
export function stopping(): LambdaError {
  return new LambdaError('ServiceException', 500, 'Lambda is stopping')
}
