import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { routes } from './routes.js';

const router = createBrowserRouter(routes);

/** The whole page. */
export const App = () => <RouterProvider router={router} />;
