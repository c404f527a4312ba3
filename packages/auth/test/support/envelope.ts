import type { Succeed } from '@tripline/auth/http';
import type { AppError } from '@tripline/service';

/** How the app of the tests wraps what succeeded. */
export const succeed: Succeed = (res, data, status = 200) => {
  res.status(status).json({ success: true, data });
};

/** How it wraps what failed. */
export const errorBody = ({ code, details, message }: AppError, requestId: string): object => ({
  success: false,
  error: { code, message, ...(details === undefined ? {} : { details }), requestId },
});
