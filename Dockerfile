FROM python:3.13-slim

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 UV_LINK_MODE=copy UV_PYTHON_DOWNLOADS=never
RUN pip install --no-cache-dir "uv>=0.11" && useradd --system --create-home whist
WORKDIR /srv/whist

# The libraries change less often than the site, so they are a layer of their own.
COPY pyproject.toml uv.lock .python-version ./
RUN uv sync --frozen --no-default-groups --no-cache
ENV PATH="/srv/whist/.venv/bin:$PATH"

COPY . .
RUN export SECRET_KEY=only-for-this-step DATABASE_URL=postgresql://nobody@localhost/none EMAIL_URL=dummymail:// \
 && python manage.py compile_messages \
 && python manage.py collectstatic --no-input \
 && mkdir -p var && chown whist var

USER whist
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s CMD \
    python -c "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=2)"
CMD uvicorn whist.asgi:application --host 0.0.0.0 --port 8000 --lifespan on --ws-max-size 4096 \
    --timeout-graceful-shutdown 2 --no-proxy-headers --no-access-log --log-level warning
