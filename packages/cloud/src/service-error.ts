/** An error of a service with AWS's error code. */
export class ServiceError extends Error {
  override name = 'ServiceError'
  readonly code: string
  readonly status: number
  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}
