"""All settings. Everything that differs between machines comes from the environment.

Without any variable the embedded default runs: SQLite and a secret key under var/, channel layer in memory,
mail on the console, this machine's addresses only. docs/deployment.md explains every variable.
"""

from pathlib import Path
from typing import Any

from django.utils.csp import CSP
from django.utils.translation import gettext_lazy as _

from whist.environment import (
    database_from_environment,
    env,
    mailer_from_environment,
    requests_at_once,
    secret_key_from_environment,
)

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = BASE_DIR / "var"

# --- Database -----------------------------------------------------------------------------------------------

DATABASES = {"default": database_from_environment(VAR_DIR)}
REDIS_URLS: list[str] = env.list("REDIS_URL", default=[])
REQUESTS_AT_ONCE = requests_at_once()
EMBEDDED = DATABASES["default"]["ENGINE"].endswith("sqlite3") and not REDIS_URLS

# --- Safety -------------------------------------------------------------------------------------------------

SECRET_KEY = secret_key_from_environment(VAR_DIR, is_embedded=EMBEDDED)
DEBUG = env.bool("DEBUG", default=False)
ALLOWED_HOSTS: list[str] = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])

# HTTPS=true: browsers reach the site over https only.
# TRUSTED_PROXIES: how many proxies in front of the site are believed.
HTTPS = env.bool("HTTPS", default=False)
TRUSTED_PROXIES = env.int("TRUSTED_PROXIES", default=0)
GUESTS_PER_ADDRESS = env.int("GUESTS_PER_ADDRESS", default=200)  # new ones a day; a club shares one address
SITE_URL = env.str("SITE_URL", default=f"http{'s' * HTTPS}://{(ALLOWED_HOSTS or ['localhost'])[0].lstrip('.')}")
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
SECURE_SSL_REDIRECT = SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if TRUSTED_PROXIES else None
CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", default=[])

SESSION_ENGINE = "accounts.sessions.store"
SESSION_COOKIE_AGE = LANGUAGE_COOKIE_AGE = 365 * 24 * 3600  # a guest has nothing but this cookie
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024
SECURE_CSP = {
    "default-src": [CSP.NONE],
    "script-src": [CSP.SELF],
    "style-src": [CSP.SELF],
    "img-src": [CSP.SELF, "data:"],
    "connect-src": [CSP.SELF],
    "font-src": [CSP.NONE],
    "manifest-src": [CSP.SELF],
    "frame-ancestors": [CSP.NONE],
    "form-action": [CSP.SELF],
    "base-uri": [CSP.NONE],
}

# --- Parts of the site --------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "accounts.apps.StaffConfig",  # the admin, entered as the rest of the site
    "accounts.apps.AccountsConfig",  # before auth, whose createsuperuser asks for a password
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "channels",
    "whist.tables",
    "economy",
    "leagues",
    "whist.site",
]
MIDDLEWARE = [
    "whist.health.ProbesMiddleware",
    "whist.compression.CompressionMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "accounts.sessions.middleware.UserMiddleware",
    "accounts.sessions.middleware.BrowserMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "whist.site.errors.NotAllowedPageMiddleware",
    "accounts.errors.LimitsMiddleware",
    "whist.health.DatabaseUnavailableMiddleware",
]
ROOT_URLCONF = "whist.urls"
ASGI_APPLICATION = "whist.asgi.application"
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["accounts.backends.PermissionsBackend"]
LOGIN_URL = "/sign-in/"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    ["whist.templating.loader.Loader", "django.template.loaders.app_directories.Loader"],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
    {  # the table, and what sockets send; no name stands in both folders
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [BASE_DIR / "templates" / "jinja"],
        "APP_DIRS": False,
        "OPTIONS": {
            "environment": "whist.templating.jinja.environment",
            "context_processors": [
                "whist.templating.jinja.one_csrf_token",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
# Deployed, files carry their content's hash in their name; embedded, nobody has to run collectstatic first.
WHITENOISE_USE_FINDERS = EMBEDDED or DEBUG
STATIC_ROOT = VAR_DIR / "no-staticfiles" if WHITENOISE_USE_FINDERS else BASE_DIR / "staticfiles"
STATIC_ROOT.mkdir(parents=True, exist_ok=True)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if WHITENOISE_USE_FINDERS
        else "whist.static_files.MinifiedStaticFilesStorage"
    },
}

# --- Language and time --------------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("de", _("German")), ("ro", _("Romanian"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "Europe/Bucharest"
USE_TZ = True

# --- Live updates and jobs ----------------------------------------------------------------------------------

# Publish and subscribe only: the layer over Redis lists loses its groups when Redis restarts.
CHANNEL_LAYERS: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": REDIS_URLS, "prefix": "whist"},
    }
    if REDIS_URLS
    else {"BACKEND": "channels.layers.InMemoryChannelLayer"},
}

# Keeps for seconds what workers are to know of each other, and may lose it (`whist.tables.jobs.tasks`).
CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URLS[0]}
    if REDIS_URLS
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
}
CELERY_BROKER_URL = REDIS_URLS[0] if REDIS_URLS else "memory://"
CELERY_TASK_IGNORE_RESULT = True
# A killed worker gives its task back; every task may run twice.
CELERY_TASK_ACKS_LATE = CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {"visibility_timeout": 60, "socket_keepalive": True}
CELERY_TIMEZONE = "UTC"
CELERY_TASK_DEFAULT_QUEUE = "clock"
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"  # remembers nothing: what is due stands in the database

# --- Mail and log -------------------------------------------------------------------------------------------

MAILERS = {"default": mailer_from_environment(is_embedded=EMBEDDED)}
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.str("EMAIL_FROM", default="whist@localhost")

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "filters": {"without_traceback": {"()": "whist.log_filters.WithoutTraceback"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["without_traceback"]}},
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", default="INFO")},
    "loggers": {"django": {"handlers": [], "propagate": True}},
}
