import type { Response } from 'express';

/** Answers success with data; each service wraps it in its own way. Without a status it is 200. */
export type Succeed = (res: Response, data: object, status?: number) => void;
