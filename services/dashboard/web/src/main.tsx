import './styles/type.css';
import './styles/tokens.css';
import './styles/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { forgetPersonalAnswers, queryClient } from './api/query-client.js';
import { onSubjectEnd, startSession, wasSignOutAskedFor } from './api/session.js';
import { App } from './app/app.js';
import { forgetDrafts } from './drafts/draft.js';
import { applyTheme } from './preferences/theme.js';
import { forgetNews } from './rule/gap-news.js';
import { fallSilent, ToastRegion } from './ui/toast.js';

applyTheme();
onSubjectEnd(forgetPersonalAnswers);
onSubjectEnd(fallSilent);
onSubjectEnd(forgetNews);
// Who only has to sign in again finds what they typed.
onSubjectEnd(() => wasSignOutAskedFor() && forgetDrafts());
void startSession();

const root = document.getElementById('root');
if (root !== null)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <App />
        <ToastRegion />
      </QueryClientProvider>
    </StrictMode>,
  );
